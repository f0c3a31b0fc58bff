import { expect, test } from 'vitest';
import { send } from './access/outcomes.ts';
import { writes } from './support/admin-writes.ts';
import { type TestBackend } from './support/backend.ts';
import { fileUrl, objectName } from './support/base-rows.ts';
import { openPortal } from './support/open-portal.ts';
import { addThirdSite, change, newTask } from './support/write-requests.ts';

let backend: TestBackend;
let admin: string;
openPortal(async (portal) => {
  ({ backend, session: admin } = portal);
  await addThirdSite(backend);
});

const arraySql = `
  select t.id::int as site_id, (e ->> 'id')::int as task_id, e ->> 'time' as time, e ->> 'year' as year, e ->> 'month' as month,
    e ->> 'title' as title, e ->> 'tasks' as text, e ->> 'kind' as kind, e ->> 'ref' as ref, e ->> 'showing' as showing,
    jsonb_array_length(e -> 'urls') as photos, e ->> 'pdf' <> '' as has_pdf,
    extract(epoch from (e ->> 'time')::timestamptz)::text as at
  from public.maintable t cross join jsonb_array_elements(t.tasks2024) e order by 1, 2`;
const mirrorSql = `
  select site_id::int, task_id, time, year, month, title, text, kind, ref, case when showing then 'True' else 'False' end as showing,
    photos::int, has_pdf, extract(epoch from visited_at)::text as at
  from private.visits order by 1, 2`;

/** Expects a row with the same content for each task of each site. Returns the rows. */
async function expectMirrored(): Promise<unknown[]> {
  const rows = await backend.sql(mirrorSql);
  expect(rows).toEqual(await backend.sql(arraySql));
  return rows;
}

test.each(writes)('visits match the task array: $what', async ({ prepared, attempt, faster }) => {
  const before = await expectMirrored();
  if (prepared) {
    expect((await send(backend, prepared, admin)).status).toBe(200);
    await expectMirrored();
  }
  expect((await send(backend, attempt, admin)).status).toBeLessThan(300);
  await expectMirrored();
  // a repetition, based on what was just written, is refused or does nothing
  if (faster) await send(backend, attempt, admin);
  expect((await expectMirrored()).length).toBeGreaterThanOrEqual(before.length);
});

const [first, second] = [newTask(1), newTask(2)];
const full = {
  ...newTask(3),
  kind: 'emergency',
  ref: 'J-1042',
  title: 'Loop, 50 % \\ dead',
  urls: [fileUrl(objectName(1)), fileUrl(objectName(1, 2))],
  pdf: fileUrl(objectName(1, 3, 'pdf')),
};
const saved: [string, object[]][] = [
  ['a visit with photos, PDF and kind', [first, second, full]],
  ['all of its fields changed', [first, { ...second, ...full, id: 2, showing: 'False' }]],
  ['kind, photos and PDF removed again', [first, { ...second, urls: [], pdf: '' }]],
  ['the time by less than a second', [{ ...first, time: '2026-04-02T09:30:00.25+08:00' }, second]],
  ['another order', [second, first]],
];

test.each(saved)('visits match the task array, by an admin and by the owner in SQL: %s', async (_, tasks) => {
  const patch = (revision: number, all: object[]) =>
    send(backend, change('maintable?id=eq.1&select=revision', { tasks2024: all, revision }), admin);
  expect((await patch(2, tasks)).text).toBe('[{"revision":2}]');
  const rows = await expectMirrored();
  await backend.sql('update public.maintable set tasks2024 = $1, revision = 2 where id = 2', [
    JSON.stringify(tasks.map((task) => ({ ...task, urls: [], pdf: '' }))),
  ]);
  expect(await expectMirrored()).toHaveLength(rows.length + tasks.length - 2);
});

test('a new site gets the rows of its tasks', async () => {
  await backend.sql('insert into public.maintable (name, tasks2024) values ($1, $2)', [
    'Four',
    JSON.stringify([first]),
  ]);
  const rows = await expectMirrored();
  expect(rows.at(-1)).toMatchObject({ site_id: 4, task_id: 1, title: 'New', text: 'Text of the new task' });
});

test('a write that is refused or rolled back leaves no row', async () => {
  const before = await expectMirrored();
  const broken = [first, second, newTask(3), { ...newTask(4), title: '' }];
  const response = await send(backend, change('maintable?id=eq.1', { tasks2024: broken, revision: 2 }), admin);
  expect(response.status).toBe(400);
  expect(await expectMirrored()).toEqual(before);
});

test('nobody has any right to the rows', async () => {
  for (const role of ['anon', 'authenticated', 'service_role'])
    for (const right of ['select', 'insert', 'update', 'delete'])
      expect(
        await backend.sql('select has_table_privilege($1, $2, $3) as may', [role, 'private.visits', right]),
      ).toEqual([{ may: false }]);
});
