import { beforeAll, expect, test } from 'vitest';
import { addCallers, sessionOf } from './access/callers.ts';
import { send } from './access/outcomes.ts';
import { messageOf } from './shapes.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  await addCallers(backend);
  return () => backend.close();
});

const entry = { type: 'Loop', entrance: 1, exit: 2, year: 2024 };
const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`Post ${i}`, value]));

async function save(json: string): Promise<{ status: number; message: string }> {
  const response = await send(
    backend,
    { request: 'PATCH /rest/v1/carpost?site_id=eq.1', body: `{"json": ${json}, "revision": ${await nextRevision()}}` },
    sessionOf('unlocked client of One'),
  );
  return { status: response.status, message: messageOf(response.text) };
}

async function nextRevision(): Promise<number> {
  const [row] = await backend.sql<{ next: number }>(
    'select (revision + 1)::int as next from public.carpost where site_id = 1',
  );
  return row?.next ?? 0;
}

const stored = () => backend.sql('select json, revision from public.carpost where site_id = 1');

test.each<[string, unknown, RegExp]>([
  ['an array', [], /not an object/],
  ['null', null, /null value/],
  ['a number', 5, /not an object/],
  ['201 posts', many(201, []), /more than 200/],
  ['5,001 entries of a post', { P: Array.from({ length: 5001 }, () => entry) }, /more than 5000/],
  ['a post without a name', { '': [] }, /name must be/],
  ['a post named only with spaces', { ' \t ': [] }, /name must be/],
  ['a name of 81 characters', { ['x'.repeat(81)]: [] }, /name must be/],
  ['a name of 100,000 characters', { ['x'.repeat(100_000)]: [] }, /name must be/],
  ['a name with a line break', { 'a\nb': [] }, /name must be/],
  ['a name that turns the text direction', { 'a\u202Eb': [] }, /name must be/],
  ['the name __proto__', '{"__proto__": []}', /reserved/],
  ['the name constructor', { constructor: [] }, /reserved/],
  ['a post that is an object', { P: {} }, /not an array/],
  ['a post that is null', { P: null }, /not an array/],
  ['an entry that is a number', { P: [1] }, /entry is not an object/],
  ['an entry that is null', { P: [null] }, /entry is not an object/],
  ['a member too many', { P: [{ ...entry, more: 1 }] }, /members/],
  ['a member left out', { P: [{ type: 'Loop', entrance: 1, exit: 2 }] }, /members/],
  ['a type as a number', { P: [{ ...entry, type: 1 }] }, /type/],
  ['a type of 121 characters', { P: [{ ...entry, type: 'x'.repeat(121) }] }, /type/],
  ['a type with a control character', { P: [{ ...entry, type: 'a\u0001' }] }, /type/],
  ['a count as text', { P: [{ ...entry, entrance: '1' }] }, /counts/],
  ['a count below 0', { P: [{ ...entry, exit: -1 }] }, /counts/],
  ['half a count', { P: [{ ...entry, exit: 1.5 }] }, /counts/],
  ['a million', { P: [{ ...entry, exit: 1_000_000 }] }, /counts/],
  ['a count of 1e400', `{"P": [{"type": "x", "entrance": 1e400, "exit": 0, "year": 2024}]}`, /counts/],
  ['the year 2019', { P: [{ ...entry, year: 2019 }] }, /year/],
  ['the year as text', { P: [{ ...entry, year: '2024' }] }, /year/],
  ...Object.keys(entry).map((member): [string, unknown, RegExp] => [
    `${member} as null`,
    { P: [{ ...entry, [member]: null }] },
    /must be/,
  ]),
])('%s is refused with a reason, and nothing changes', async (_, json, reason) => {
  const before = await stored();
  const { status, message } = await save(typeof json === 'string' ? json : JSON.stringify(json));
  expect([status, message]).toEqual([400, expect.stringMatching(reason)]);
  expect(await stored()).toEqual(before);
});

test.each<[string, unknown]>([
  ['no post', {}],
  ['200 posts', many(200, [entry])],
  ['a post with 5,000 entries', { P: Array.from({ length: 5000 }, () => entry) }],
  ['names in other scripts and an empty type', { 'Pos Utama 主门 🙂': [{ ...entry, type: '' }] }],
  ['the largest counts', { P: [{ ...entry, entrance: 999_999, exit: 0, year: 2030 }] }],
])('%s is accepted', async (_, json) => {
  expect(await save(JSON.stringify(json))).toEqual({ status: 204, message: '' });
});
