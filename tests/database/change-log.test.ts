import * as v from 'valibot';
import { describe, expect, test, beforeEach } from 'vitest';
import { keyIn } from './shapes.ts';
import { openLoggedSite, type LoggedTask, type SiteChange } from './support/logged-site.ts';

const { admin, bothTasks, changes, newest, restore, save, savePosts, site, sql } = openLoggedSite();

const changers = async () => (await admin().rpc('list_changers')).data;

const capacityIn = (value: unknown) => v.parse(v.object({ capacity: v.string() }), value).capacity;

test('a save with an outdated revision changes nothing', async () => {
  const { revision } = await site();
  await save({ capacity: '9' });
  const late = await admin()
    .from('maintable')
    .update({ capacity: '10', revision: revision + 1 })
    .eq('id', 1)
    .eq('revision', revision)
    .select('revision');
  expect(late.data).toEqual([]);
  expect(await site()).toMatchObject({ capacity: '9', revision: revision + 1 });
});

describe('the change log', () => {
  test('has the changed columns, and only the changed tasks', async () => {
    const { tasks2024 } = await site();
    await save({
      capacity: '9',
      tasks2024: tasks2024.map((task) => (task.id === 1 ? { ...task, title: 'New' } : task)),
    });
    expect(await newest()).toMatchObject({
      access_label: 'Admin',
      table_name: 'maintable',
      site_name: 'One',
      operation: 'UPDATE',
      before: { capacity: null, tasks2024: [{ id: 1, title: 'One seen' }] },
      after: { capacity: '9', tasks2024: [{ id: 1, title: 'New' }] },
    });
  });

  test('has new sites, car posts, and keys issued, replaced and withdrawn, without the key', async () => {
    await admin().from('maintable').insert({ name: 'Three' });
    await savePosts({});
    const { data } = await admin().rpc('issue_key', { role: 'user', label: 'New', site_id: 1 });
    const made = keyIn(data);
    await admin().rpc('rotate_key', { key_id: made.id, keep_old: '1 day' });
    await admin().rpc('revoke_key', { key_id: made.id });
    const lines = await changes();
    expect(lines.map((line) => `${line.operation} ${line.table_name}`)).toEqual([
      'UPDATE main',
      'UPDATE main',
      'INSERT main',
      'INSERT main',
      'UPDATE carpost',
      'INSERT maintable',
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/[0-9a-f]{64}/);
  });

  test('names the keys that have changed something, the last one first, of every role', async () => {
    const before = await changers();
    const [client, other] = [2, 3];
    await sql('insert into private.change_log (main_id, table_name, row_id, operation) values ($1, $2, 1, $3)', [
      client,
      'carpost',
      'UPDATE',
    ]);
    expect(await changers()).toEqual([client, ...(before ?? [])]);
    await save({ capacity: '9' });
    const now = await changers();
    expect(now).toEqual([1, client]);
    expect(now).not.toContain(other);
  });

  test('has no line for a login, nor for a save without a change', async () => {
    await save({ capacity: null });
    expect(await changes()).toEqual([]);
  });

  test('is read in pages, newest first, by site and by key', async () => {
    for (const capacity of ['1', '2', '3']) await save({ capacity });
    await admin().from('maintable').update({ capacity: '4', revision: 2 }).eq('id', 2);
    const first = await changes({ page_size: 2 });
    expect(first.map(({ after }) => capacityIn(after))).toEqual(['4', '3']);
    const second = await changes({ page_size: 2, older_than: first[1]?.id ?? 0 });
    expect(second.map(({ after }) => capacityIn(after))).toEqual(['2', '1']);
    expect(await changes({ of_site: 2 })).toHaveLength(1);
    expect(await changes({ by_access: 2 })).toEqual([]);
    expect(await changes({ page_size: -5 })).toHaveLength(1);
  });

  test.each([
    'update private.change_log set main_id = 2',
    'delete from private.change_log',
    'truncate private.change_log',
    'delete from public.maintable',
    'truncate public.maintable cascade',
    'delete from public.carpost',
    'delete from public.main',
  ])('cannot be changed or deleted, and neither can records be deleted: %s', async (statement) => {
    await save({ capacity: '9' });
    await expect(sql(statement)).rejects.toThrow(/Rows of \w+ are kept/);
  });
});

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

/** The ids of the lines that a search finds, oldest first. */
const foundIds = async (filter: Filter) => (await changes(filter)).map(({ id }) => id).toReversed();

/** What the found lines are about, in the order of `lines`. */
async function found(filter: Filter): Promise<string[]> {
  return (await foundIds(filter)).map((id) => lines[id - 1] ?? `line ${id}`);
}

describe('the filters of the log', () => {
  beforeEach(async () => {
    const key = async () => {
      const { data } = await admin().rpc('issue_key', { role: 'user', label: 'Guard house 50%', site_id: 1 });
      return data;
    };
    await admin().from('maintable').insert({ name: 'Three Towers' }).throwOnError();
    await save({ address: '7 Jalan Öl', person_in_charge: 60_123_456 });
    const [taskOne, taskTwo] = await bothTasks();
    await save({ tasks2024: [{ ...taskOne, title: 'Arm replaced', tasks: 'Bolts, galvanised' }, taskTwo] });
    await save({ capacity: '99', tasks2024: [{ ...taskOne, title: 'Arm repaired' }, taskTwo] });
    await savePosts({ 'Main gate': [loop, { ...loop, type: 'Spring' }], Back: [] });
    await key();
    await admin().rpc('revoke_key', { key_id: 5 });
    await savePosts({ 'Main gate': [loop, { ...loop, type: 'Spring' }], Back: [{ ...loop, type: 'Reader' }] });
  });

  test('the log has these lines', async () => {
    expect(await found({})).toEqual(lines);
  });

  // one log for all cases of a test, because making it takes a dozen calls
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
    expect([status, error?.message]).toEqual([
      422,
      'No such kind of change: site, tasks, counts, keys, faults, stickers, links, documents, contacts or notes',
    ]);
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
    expect(await foundIds({ from_day: '2026-03-10', to_day: '2026-03-10' })).toEqual([2, 3]);
    expect(await foundIds({ from_day: '2026-03-10' })).toEqual([2, 3, 4]);
    expect(await foundIds({ to_day: '2026-03-09' })).toEqual([1]);
    expect(await foundIds({ from_day: '2026-03-11', to_day: '2026-03-10' })).toEqual([]);
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
});

const changedAgain: [string, SiteChange, SiteChange?][] = [
  ['a field', { capacity: '9' }, { capacity: '10' }],
  ['one field of two', { capacity: '9', jmb_name: 'A' }, { jmb_name: 'B' }],
];

describe('taking a change back', () => {
  test('restores an edited task, and leaves later changes of other tasks', async () => {
    const [taskOne, taskTwo] = await bothTasks();
    await save({ tasks2024: [{ ...taskOne, title: 'Wrong' }, taskTwo] });
    const edit = await newest();
    await save({
      tasks2024: [
        { ...taskOne, title: 'Wrong' },
        { ...taskTwo, title: 'Later' },
      ],
    });
    expect((await restore(edit?.id)).error).toBeNull();
    expect((await site()).tasks2024.map(({ title }) => title)).toEqual(['One seen', 'Later']);
  });

  test('shows a hidden task again, hides an added task, and can itself be undone', async () => {
    const [taskOne, taskTwo] = await bothTasks();
    await save({ tasks2024: [{ ...taskOne, showing: 'False' }, taskTwo] });
    await restore((await newest())?.id);
    expect((await site()).tasks2024[0]?.showing).toBe('True');
    await save({ tasks2024: [taskOne, taskTwo, { ...taskOne, id: 3 }] });
    await restore((await newest())?.id);
    expect((await site()).tasks2024[2]?.showing).toBe('False');
    await restore((await newest())?.id);
    expect((await site()).tasks2024[2]?.showing).toBe('True');
  });

  test('restores a task that was left out', async () => {
    const before = (await site()).tasks2024;
    // a line of the log from before a rule prevented that tasks are left out
    await sql('set session_replication_role = replica');
    await sql(`update public.maintable set tasks2024 = '[]' where id = 1`);
    await sql('set session_replication_role = default');
    await sql(
      `insert into private.change_log (table_name, row_id, site_id, operation, before, after)
       values ('maintable', 1, 1, 'UPDATE', jsonb_build_object('tasks2024', $1::jsonb), '{"tasks2024": []}')`,
      [JSON.stringify(before)],
    );
    await restore((await newest())?.id);
    expect((await site()).tasks2024).toEqual(before);
  });

  test('restores fields of the site and car posts', async () => {
    await save({ capacity: '9', address: null });
    await restore((await newest())?.id);
    const { data } = await admin().from('maintable').select('capacity, address').eq('id', 1).single();
    expect(data).toEqual({ capacity: null, address: '1 First Road' });
    const { data: before } = await admin().from('carpost').select('json').eq('site_id', 1).single();
    await savePosts({});
    await restore((await newest())?.id);
    expect((await admin().from('carpost').select('json').eq('site_id', 1).single()).data).toEqual(before);
  });

  test('restores a column that was added later, together with others', async () => {
    await sql('alter table public.maintable add column added_in_test smallint');
    await sql(`update public.maintable set added_in_test = 4, revision = revision + 1 where id = 1`);
    await sql(`update public.maintable set added_in_test = 5, capacity = '9', revision = revision + 1 where id = 1`);
    const { error } = await restore((await newest())?.id);
    const rows = await sql('select added_in_test, capacity from public.maintable where id = 1');
    await sql('alter table public.maintable drop column added_in_test');
    expect([error, rows]).toEqual([null, [{ added_in_test: 4, capacity: null }]]);
  });

  test('is refused, without any change, if one of its columns does not exist any more', async () => {
    await sql('alter table public.maintable add column added_in_test smallint');
    await sql(`update public.maintable set added_in_test = 5, capacity = '9', revision = revision + 1 where id = 1`);
    const change = await newest();
    await sql('alter table public.maintable drop column added_in_test');
    const { revision } = await site();
    const { status, error } = await restore(change?.id);
    expect([status, error?.message]).toEqual([422, 'This change cannot be taken back: added_in_test cannot be set']);
    expect(await site()).toMatchObject({ revision, capacity: '9' });
  });

  test('is itself a line in the log', async () => {
    await save({ capacity: '9' });
    await restore((await newest())?.id);
    expect(await newest()).toMatchObject({
      before: { capacity: '9' },
      after: { capacity: null },
      access_label: 'Admin',
    });
  });

  test.each(changedAgain)('is refused when %s was changed again since', async (_, first, second) => {
    const { tasks2024 } = await site();
    await save(first);
    const change = await newest();
    await save(second ?? { tasks2024 });
    const { revision } = await site();
    const { status, error } = await restore(change?.id);
    expect([status, error?.code, error?.message]).toEqual([409, 'PT409', 'Changed again since']);
    expect((await site()).revision).toBe(revision);
  });

  test.each<[string, (tasks: [LoggedTask, LoggedTask]) => SiteChange]>([
    ['fields', () => ({ capacity: '9', jmb_name: 'A' })],
    ['a task', ([first, second]) => ({ tasks2024: [{ ...first, title: 'Wrong' }, second] })],
    ['an added task', (tasks) => ({ tasks2024: [...tasks, { ...tasks[0], id: 9, title: 'New' }] })],
  ])('of %s changes nothing a second time, and adds no line to the log', async (_, change) => {
    await save(change(await bothTasks()));
    const wrong = await newest();
    await restore(wrong?.id);
    const [restored, { revision }] = [await newest(), await site()];
    const { error, data } = await restore(wrong?.id);
    expect([error, data]).toEqual([null, { revision }]);
    expect([await newest(), (await site()).revision]).toEqual([restored, revision]);
  });

  test('is refused when another site has the old name now', async () => {
    await save({ name: 'First' });
    const renamed = await newest();
    await admin().from('maintable').insert({ name: 'One' });
    const { status, error } = await restore(renamed?.id);
    expect([status, error?.code]).toEqual([409, '23505']);
  });

  test('is refused for car posts changed again since, for new records and keys, and for unknown changes', async () => {
    await savePosts({});
    const posts = await newest();
    await savePosts({ P: [] });
    await admin().from('maintable').insert({ name: 'Three' });
    const created = await newest();
    const codes = [posts?.id, created?.id, 999].map(async (id) => (await restore(id)).error?.code);
    expect(await Promise.all(codes)).toEqual(['PT409', 'PT422', 'PT404']);
  });
});
