import { beforeEach, expect, test } from 'vitest';
import { openLoggedSite } from './support/logged-site.ts';

const { admin, bothTasks, changes, restore, save, savePosts, sql } = openLoggedSite();

type Filter = NonNullable<Parameters<typeof changes>[0]>;

/** What each line of the log is about, oldest first. */
const lines = [
  'a new site',
  'fields',
  'tasks',
  'fields and tasks',
  'counts',
  'a key',
  'the key revoked',
  'counts again',
] as const;

const loop = { type: 'Loop', entrance: 1, exit: 2, year: 2024 };

beforeEach(async () => {
  const key = async () => {
    const { data } = await admin().rpc('issue_key', { role: 'user', label: 'Guard house 50%', site_id: 1 });
    return data;
  };
  await admin().from('maintable').insert({ name: 'Three Towers' }).throwOnError();
  await save({ address: '7 Jalan Öl', person_in_charge: 60_123_456 });
  const [one, two] = await bothTasks();
  await save({ tasks2024: [{ ...one, title: 'Arm replaced', tasks: 'Bolts, galvanised' }, two] });
  await save({ capacity: '99', tasks2024: [{ ...one, title: 'Arm repaired' }, two] });
  await savePosts({ 'Main gate': [loop, { ...loop, type: 'Spring' }], Back: [] });
  await key();
  await admin().rpc('revoke_key', { key_id: 5 });
  await savePosts({ 'Main gate': [loop, { ...loop, type: 'Spring' }], Back: [{ ...loop, type: 'Reader' }] });
});

/** The ids of the lines that are found, oldest first. */
const numbers = async (filter: Filter) => (await changes(filter)).map(({ id }) => id).toReversed();

/** What the found lines are about, in the order of `lines`. */
async function found(filter: Filter): Promise<string[]> {
  return (await numbers(filter)).map((id) => lines[id - 1] ?? `line ${id}`);
}

test('the log has these lines', async () => {
  expect(await found({})).toEqual(lines);
});

// one log for all cases of a test: it takes a dozen calls to make
test('filters by kind', async () => {
  const kinds = {
    site: ['a new site', 'fields', 'fields and tasks'],
    tasks: ['tasks', 'fields and tasks'],
    counts: ['counts', 'counts again'],
    keys: ['a key', 'the key revoked'],
  };
  for (const [kind, wanted] of Object.entries(kinds))
    expect([kind, await found({ of_kind: kind })]).toEqual([kind, wanted]);
  const { status, error } = await admin().rpc('list_changes', { of_kind: 'files' });
  expect([status, error?.message]).toEqual([422, 'No such kind of change: site, tasks, counts or keys']);
});

test('filters by words', async () => {
  const cases: [what: string, words: string, wanted: readonly string[]][] = [
    ['the name of the site, as it is now', 'three towers', ['a new site']],
    ['every word, in one or the other', 'one repaired', ['fields and tasks']],
    ['who did it', 'ADMIN spring', ['counts']],
    ['a title before and after', 'replaced', ['tasks', 'fields and tasks']],
    ['not a text, which the lists do not show', 'galvanised', []],
    ['a value of the site', 'jalan', ['fields']],
    ['a number of the site', '60123456', ['fields']],
    ['not the name of a column', 'person_in_charge', []],
    ['a post whose counts changed', 'back', ['counts', 'counts again']],
    ['not a post that stayed as it was', 'main gate', ['counts']],
    ['a failure type that was counted', 'reader', ['counts again']],
    ['not one beside it', 'loop', []],
    ['the label of a key, when it was issued and when it was revoked', 'guard house', ['a key', 'the key revoked']],
    ['a percent sign as a letter', '50%', ['a key', 'the key revoked']],
    ['no line by a percent sign as a wildcard', 'g%d', []],
    ['no word', ' ', [...lines]],
    ['nothing', 'hydraulic', []],
  ];
  for (const [what, words, wanted] of cases) expect([what, await found({ words })]).toEqual([what, wanted]);
});

test.each([
  ['x'.repeat(201), 'Search for at most 200 characters'],
  ['a b c d e f g h i j k', 'Search for at most 10 words'],
])('refuses a search that is too long', async (words, message) => {
  const { status, error } = await admin().rpc('list_changes', { words });
  expect([status, error?.message]).toEqual([422, message]);
});

test('filters by days in Singapore, including the first and the last', async () => {
  const at = ['2026-03-09T15:59:59Z', '2026-03-09T16:00:00Z', '2026-03-10T15:59:59.999Z', '2026-03-10T16:00:00Z'];
  await sql('set session_replication_role = replica');
  await sql('truncate private.change_log restart identity');
  for (const time of at)
    await sql(
      `insert into private.change_log (at, table_name, row_id, site_id, operation, after)
       values ($1, 'maintable', 1, 1, 'UPDATE', '{"capacity": "9"}')`,
      [time],
    );
  await sql('set session_replication_role = default');
  expect(await numbers({ from_day: '2026-03-10', to_day: '2026-03-10' })).toEqual([2, 3]);
  expect(await numbers({ from_day: '2026-03-10' })).toEqual([2, 3, 4]);
  expect(await numbers({ to_day: '2026-03-09' })).toEqual([1]);
  expect(await numbers({ from_day: '2026-03-11', to_day: '2026-03-10' })).toEqual([]);
});

test('combines all filters with those for site and key, in pages', async () => {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const all: Filter = { of_site: 1, by_access: 1, of_kind: 'tasks', from_day: today, to_day: today, words: 'arm' };
  expect(await found(all)).toEqual(['tasks', 'fields and tasks']);
  expect(await found({ ...all, page_size: 1 })).toEqual(['fields and tasks']);
  expect(await found({ ...all, page_size: 1, older_than: 4 })).toEqual(['tasks']);
  expect(await found({ ...all, of_site: 2 })).toEqual([]);
  expect(await found({ ...all, by_access: 2 })).toEqual([]);
});

test('still answers a portal that was loaded before these filters existed', async () => {
  expect(await found({ of_site: 1, by_access: 1, older_than: 4, page_size: 2 })).toEqual(['fields', 'tasks']);
  expect((await restore((await changes({ of_kind: 'site', page_size: 1 }))[0]?.id)).error).toBeNull();
});
