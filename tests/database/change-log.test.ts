import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { keyIn } from './shapes.ts';
import { openLoggedSite } from './support/logged-site.ts';

const { admin, changes, newest, save, savePosts, site, sql } = openLoggedSite();

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

  test('has no line for a login, nor for a save that changes nothing', async () => {
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
