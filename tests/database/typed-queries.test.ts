import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { correctedQuery } from '../../src/lib/search/nearest-word.ts';
import { foldedText, searchArguments } from '../../src/lib/text-search.ts';
import { typedQueries } from '../lib/search/typed-queries.ts';
import { posts, writtenVisits } from '../lib/search/written-visits.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { newTask } from './support/write-requests.ts';

// Queries find the same visits first in all visits as in a single history, and by the same nearest words.

let backend: TestBackend;
let admin: ReturnType<TestBackend['clientFor']>;

const months = 'january february mar apr may june july august sep oct nov dec'.split(' ');

beforeAll(async () => {
  backend = await bootBackend();
  const tasks = writtenVisits.map(({ title, text, time, kind, ref }, index) => ({
    ...newTask(index + 1),
    title,
    tasks: text,
    time,
    year: time.slice(0, 4),
    month: months[Number(time.slice(5, 7)) - 1],
    ...(kind && { kind }),
    ...(ref && { ref }),
  }));
  await backend.sql(`select private.mirror_visits(1, array(select jsonb_array_elements($1::jsonb)))`, [
    JSON.stringify(tasks),
  ]);
  await backend.sql(`update public.carpost set json = $1::jsonb, revision = revision + 1 where site_id = 1`, [
    JSON.stringify(Object.fromEntries(posts.map((post) => [post, []]))),
  ]);
  admin = backend.clientFor(await backend.sessionFor(keys.admin));
  return () => backend.close();
});

const firstPage = v.object({
  visits: v.array(v.object({ title: v.string() })),
  nearest: v.optional(v.record(v.string(), v.string()), {}),
});

async function search(query: string) {
  const { data, error } = await admin.rpc('search_visits', {
    forms: [],
    ...searchArguments(query),
    page_size: 5,
    with_total: true,
    of_sites: ['One'],
  });
  if (error) throw error;
  const { visits, nearest } = v.parse(firstPage, data);
  return {
    found: visits.map(({ title }) => writtenVisits.find((visit) => visit.title === title)?.id),
    corrections: Object.entries(nearest).map(([typed, shown]) => ({ typed, shown })),
  };
}

test.each(typedQueries)('%s finds %s first', async (query, first, correctedWords) => {
  const { found, corrections } = await search(query);
  const shown = corrections.length === 0 ? found : (await search(correctedQuery(foldedText(query), corrections))).found;
  const expected = first.split(' ').filter(Boolean);
  expect(shown.slice(0, Math.max(1, expected.length))).toEqual(expected);
  expect(corrections.map((correction) => correction.shown).join(' ')).toBe(correctedWords);
});
