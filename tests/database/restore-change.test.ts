import { describe, expect, test } from 'vitest';
import { openLoggedSite, type SiteChange } from './support/logged-site.ts';

const { admin, bothTasks, newest, restore, save, savePosts, site, sql } = openLoggedSite();

const again: [string, SiteChange, SiteChange?][] = [
  ['a field', { capacity: '9' }, { capacity: '10' }],
  ['one field of two', { capacity: '9', jmb_name: 'A' }, { jmb_name: 'B' }],
];

describe('taking a change back', () => {
  test('restores an edited task, and keeps later changes of other tasks', async () => {
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

  test('shows a hidden task again, hides an added one, and can be taken back as well', async () => {
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

  test('brings back a task that was left out', async () => {
    const before = (await site()).tasks2024;
    // a line from before tasks could no longer be left out
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

  test('is refused, without any change, when one of its columns is gone', async () => {
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

  test.each(again)('is refused when %s was changed again since', async (_, first, second) => {
    const { tasks2024 } = await site();
    await save(first);
    const change = await newest();
    await save(second ?? { tasks2024 });
    const { revision } = await site();
    const { status, error } = await restore(change?.id);
    expect([status, error?.code, error?.message]).toEqual([409, 'PT409', 'Changed again since']);
    expect((await site()).revision).toBe(revision);
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
