import { expect, it, test } from 'vitest';
import { rankedOrNearest } from '../../../src/lib/search/or-nearest.ts';
import { typedQueries } from './typed-queries.ts';
import { searchableVisits } from './written-visits.ts';

const visits = searchableVisits();

it.each(typedQueries)('%s finds %s first', (query, first, instead) => {
  const { ranks, corrections } = rankedOrNearest(visits, query);
  const found = [...ranks].toSorted(([, a], [, b]) => a - b).map(([{ id }]) => id);
  const expected = first.split(' ').filter(Boolean);
  expect(found.slice(0, Math.max(1, expected.length))).toEqual(expected);
  expect(corrections.map(({ shown }) => shown).join(' ')).toBe(instead);
});

const malay = new Set(
  `bulan mac hb pada ogos disember tahun malam servis penyelenggaraan kecemasan plat kad kerja baru bila ditukar palang lori motosikal kereta
  pembaca gelung pegas bateri kamera pengawal masuk keluar besmen tak tidak hilang langgar patah rosak tersangkut terbuka elektrik banjir
  petir hujan bunyi tikus polis harga waranti kontrak jawatankuasa gambar pencegahan bulanan tahunan suku`.split(
    /\s+/u,
  ),
);

test('each query occurs once, and a third of them is Malay or Chinese', () => {
  const queries = typedQueries.map(([query]) => query);
  expect(new Set(queries).size).toBe(queries.length);
  const others = queries.filter(
    (query) =>
      /\p{Script=Han}/u.test(query) ||
      query
        .toLowerCase()
        .split(' ')
        .some((word) => malay.has(word)),
  );
  expect(others.length).toBeGreaterThan(queries.length / 3);
});
