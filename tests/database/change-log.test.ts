import * as v from 'valibot';
import type { Database } from '../../src/lib/database.types.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyIn } from './shapes.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';

type Json = Database['public']['Tables']['carpost']['Row']['json'];
type Change = Database['public']['Functions']['list_changes']['Returns'][number];
type Site = Database['public']['Tables']['maintable']['Update'];

const text = v.string();
const taskShape = v.strictObject({
  id: v.number(),
  time: text,
  urls: v.array(text),
  year: text,
  month: text,
  tasks: text,
  title: text,
  pdf: text,
  showing: text,
});
type Task = v.InferOutput<typeof taskShape>;

let backend: TestBackend;
let admin: ReturnType<TestBackend['clientFor']>;
beforeAll(async () => {
  backend = await bootBackend();
});
beforeEach(async () => {
  await backend.reset();
  admin = backend.clientFor(await backend.loginAs(keys.admin));
});
afterAll(() => backend.close());

async function site(): Promise<{ tasks2024: Task[]; revision: number; capacity: string | null }> {
  const { data, error } = await admin.from('maintable').select('tasks2024, revision, capacity').eq('id', 1).single();
  if (error) throw error;
  return { ...data, tasks2024: v.parse(v.array(taskShape), data.tasks2024) };
}

/** The two tasks that the site has at first. */
const bothTasks = async () => v.parse(v.tuple([taskShape, taskShape]), (await site()).tasks2024);

async function save(change: Site): Promise<void> {
  const { revision } = await site();
  const { error } = await admin
    .from('maintable')
    .update({ ...change, revision: revision + 1 })
    .eq('id', 1);
  if (error) throw error;
}

async function savePosts(json: Json): Promise<void> {
  const { data, error } = await admin.from('carpost').select('revision').eq('site_id', 1).single();
  if (error) throw error;
  await admin
    .from('carpost')
    .update({ json, revision: data.revision + 1 })
    .eq('site_id', 1)
    .throwOnError();
}

async function changes(options: Database['public']['Functions']['list_changes']['Args'] = {}): Promise<Change[]> {
  const { data, error } = await admin.rpc('list_changes', options);
  if (error) throw error;
  return data;
}

const restore = async (id: number | undefined) => admin.rpc('restore_change', { change_id: id ?? 0 });
const capacityIn = (value: unknown) => v.parse(v.object({ capacity: v.string() }), value).capacity;
const newest = async () => (await changes())[0];

describe('two people at once', () => {
  test('a save that names a revision read too long ago changes nothing', async () => {
    const { revision } = await site();
    await save({ capacity: '9' });
    const late = await admin
      .from('maintable')
      .update({ capacity: '10', revision: revision + 1 })
      .eq('id', 1)
      .eq('revision', revision)
      .select('revision');
    expect(late.data).toEqual([]);
    expect(await site()).toMatchObject({ capacity: '9', revision: revision + 1 });
  });

  test('20 who add a task at the same moment all keep theirs', async () => {
    const [pattern] = await bothTasks();
    const add = async (id: number): Promise<void> => {
      const { tasks2024, revision } = await site();
      const tasks = [...tasks2024, { ...pattern, id }];
      const { data } = await admin
        .from('maintable')
        .update({ tasks2024: tasks, revision: revision + 1 })
        .eq('id', 1)
        .eq('revision', revision)
        .select('id');
      if (data?.length === 0) await add(id);
    };
    await Promise.all(Array.from({ length: 20 }, (_, i) => add(100 + i)));
    expect((await site()).tasks2024.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      1,
      2,
      ...Array.from({ length: 20 }, (_, i) => 100 + i),
    ]);
    expect(await changes({ of_site: 1 })).toHaveLength(20);
  });
});

describe('the change log', () => {
  test('has the changed columns, and of the tasks the changed ones only', async () => {
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
    await admin.from('maintable').insert({ name: 'Three' });
    await savePosts({});
    const { data } = await admin.rpc('issue_key', { role: 'user', label: 'New', site_id: 1 });
    const made = keyIn(data);
    await admin.rpc('rotate_key', { key_id: made.id, keep_old: '1 day' });
    await admin.rpc('revoke_key', { key_id: made.id });
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

  test('has no line for a log-in, nor for a save that changes nothing', async () => {
    await save({ capacity: null });
    expect(await changes()).toEqual([]);
  });

  test('is read in pages, newest first, by site and by key', async () => {
    for (const capacity of ['1', '2', '3']) await save({ capacity });
    await admin.from('maintable').update({ capacity: '4', revision: 2 }).eq('id', 2);
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
  ])('stays as it is, like the records, whoever asks: %s', async (statement) => {
    await save({ capacity: '9' });
    await expect(backend.sql(statement)).rejects.toThrow(/Rows of \w+ are kept/);
  });
});

const again: [string, Site, Site?][] = [
  ['a field', { capacity: '9' }, { capacity: '10' }],
  ['one field of two', { capacity: '9', jmb_name: 'A' }, { jmb_name: 'B' }],
];

describe('taking a change back', () => {
  test('an edited task is as before, beside later changes of others', async () => {
    const [one, two] = await bothTasks();
    await save({ tasks2024: [{ ...one, title: 'Wrong' }, two] });
    const edit = await newest();
    await save({
      tasks2024: [
        { ...one, title: 'Wrong' },
        { ...two, title: 'Later' },
      ],
    });
    expect((await restore(edit?.id)).error).toBeNull();
    expect((await site()).tasks2024.map(({ title }) => title)).toEqual(['One seen', 'Later']);
  });

  test('a hidden task is shown again, an added one is hidden, and that can be taken back too', async () => {
    const [one, two] = await bothTasks();
    await save({ tasks2024: [{ ...one, showing: 'False' }, two] });
    await restore((await newest())?.id);
    expect((await site()).tasks2024[0]?.showing).toBe('True');
    await save({ tasks2024: [one, two, { ...one, id: 3 }] });
    await restore((await newest())?.id);
    expect((await site()).tasks2024[2]?.showing).toBe('False');
    await restore((await newest())?.id);
    expect((await site()).tasks2024[2]?.showing).toBe('True');
  });

  test('a task that was left out comes back', async () => {
    const before = (await site()).tasks2024;
    // a line from before tasks could no longer be left out
    await backend.sql('set session_replication_role = replica');
    await backend.sql(`update public.maintable set tasks2024 = '[]' where id = 1`);
    await backend.sql('set session_replication_role = default');
    await backend.sql(
      `insert into private.change_log (table_name, row_id, site_id, operation, before, after)
       values ('maintable', 1, 1, 'UPDATE', jsonb_build_object('tasks2024', $1::jsonb), '{"tasks2024": []}')`,
      [JSON.stringify(before)],
    );
    await restore((await newest())?.id);
    expect((await site()).tasks2024).toEqual(before);
  });

  test('fields of the site and car posts are as before', async () => {
    await save({ capacity: '9', address: null });
    await restore((await newest())?.id);
    const { data } = await admin.from('maintable').select('capacity, address').eq('id', 1).single();
    expect(data).toEqual({ capacity: null, address: '1 First Road' });
    const { data: before } = await admin.from('carpost').select('json').eq('site_id', 1).single();
    await savePosts({});
    await restore((await newest())?.id);
    expect((await admin.from('carpost').select('json').eq('site_id', 1).single()).data).toEqual(before);
  });

  test('a column that was added later is as before, together with others', async () => {
    await backend.sql('alter table public.maintable add column added_in_test smallint');
    await backend.sql(`update public.maintable set added_in_test = 4, revision = revision + 1 where id = 1`);
    await backend.sql(
      `update public.maintable set added_in_test = 5, capacity = '9', revision = revision + 1 where id = 1`,
    );
    const { error } = await restore((await newest())?.id);
    const rows = await backend.sql('select added_in_test, capacity from public.maintable where id = 1');
    await backend.sql('alter table public.maintable drop column added_in_test');
    expect([error, rows]).toEqual([null, [{ added_in_test: 4, capacity: null }]]);
  });

  test('is refused, and nothing written, when a column of it is gone', async () => {
    await backend.sql('alter table public.maintable add column added_in_test smallint');
    await backend.sql(
      `update public.maintable set added_in_test = 5, capacity = '9', revision = revision + 1 where id = 1`,
    );
    const change = await newest();
    await backend.sql('alter table public.maintable drop column added_in_test');
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

  test.each(again)('is refused when %s was changed again since', async (_, first, second) => {
    const { tasks2024 } = await site();
    await save(first);
    const change = await newest();
    await save(second ?? { tasks2024 });
    const { revision } = await site();
    const { status, error } = await restore(change?.id);
    expect([status, error?.message]).toEqual([409, 'Changed again since']);
    expect((await site()).revision).toBe(revision);
  });

  test('is refused for car posts changed again since, for new records and keys, and for what never was', async () => {
    await savePosts({});
    const posts = await newest();
    await savePosts({ P: [] });
    await admin.from('maintable').insert({ name: 'Three' });
    const created = await newest();
    const statuses = [posts?.id, created?.id, 999].map(async (id) => (await restore(id)).status);
    expect(await Promise.all(statuses)).toEqual([409, 422, 404]);
  });
});
