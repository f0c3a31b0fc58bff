import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { openPortal, technicianOf, type Client } from '../support/open-portal.ts';
import { listFaults, reportFault } from '../support/reports.ts';
import { newTask } from '../support/write-requests.ts';

// A visit ends the faults that it answers, for as long as it is shown at their site (decisions §15).

let backend: TestBackend;
let admin: Client;
let client: Client;
openPortal((portal) => ({ backend, admin } = portal));
beforeEach(async () => {
  client = backend.clientFor(await backend.sessionFor(keys.siteOne));
  for (const what of ['Does not open', 'No power', 'Tag not read']) await reportFault(client, { what });
  await reportFault(admin, {}, { site: 2 });
});

/**
 * Saves tasks of a site. `version` says which members of tasks the page knows (`x-portal-members`): 3 is this release, and 2 knows no
 * answers. Returns the reason of a refusal, or null.
 */
async function save(
  changed: (tasks: { id: number }[]) => object[],
  who = admin,
  version = '3',
  site = 1,
): Promise<string | null> {
  const [row] = await backend.sql<{ tasks: { id: number }[]; revision: number }>(
    'select tasks2024 as tasks, revision::int from public.maintable where id = $1',
    [site],
  );
  const { error, data } = await who
    .from('maintable')
    .update({
      tasks2024: JSON.parse(JSON.stringify(changed(row?.tasks ?? []))),
      revision: (row?.revision ?? 0) + 1,
    })
    .eq('id', site)
    .setHeader('x-portal-members', version)
    .select('id');
  if (error) return error.message;
  return data.length === 1 ? null : 'no row';
}
const visit = { ...newTask(3), kind: 'emergency' };
const add = (values: object, who = admin) => save((tasks) => [...tasks, { ...visit, ...values }], who);
const change = (id: number, values: object, who = admin) =>
  save((tasks) => tasks.map((task) => (task.id === id ? { ...task, ...values } : task)), who);
const openFaults = async (site = 1) => (await listFaults(admin, { site_id: site })).faults.map(({ id }) => id);

const withoutAnswers = (tasks: object[]) =>
  tasks.map((task) => Object.fromEntries(Object.entries(task).filter(([name]) => name !== 'answers')));

describe('an answered fault', () => {
  test('names its visits, earliest first: by when they arrived, or else by their time', async () => {
    const arrived = '2026-04-03T08:00:00+08:00';
    expect(await add({ answers: [1, 3] })).toBeNull();
    expect(await add({ id: 4, time: arrived, arrived, answers: [3], year: '2026', month: 'apr' })).toBeNull();
    expect(await add({ id: 5, time: '2026-04-01T08:00:00+08:00', answers: [3] })).toBeNull();
    expect(await openFaults()).toEqual([2]);
    const { faults } = await listFaults(client, { state: 'ended' });
    expect(faults.map(({ id, answers }) => [id, answers])).toEqual([
      [1, [{ task: 3, at: visit.time }]],
      [
        3,
        [
          { task: 5, at: '2026-04-01T08:00:00+08:00' },
          { task: 3, at: visit.time },
          { task: 4, at: arrived },
        ],
      ],
    ]);
    const { data } = await admin.rpc('search_visits', { words: 'New' });
    expect(data).toMatchObject([{ task_id: 4, answers: [3] }, { task_id: 3, answers: [1, 3] }, { task_id: 5 }]);
  });

  test('is open again while its visit is hidden, answers another fault, or is moved', async () => {
    await add({ answers: [1, 2] });
    expect(await openFaults()).toEqual([3]);
    await change(3, { showing: 'False' });
    expect(await openFaults()).toEqual([1, 2, 3]);
    await change(3, { showing: 'True' });
    expect(await openFaults()).toEqual([3]);
    expect(await change(3, { answers: [2, 3] })).toBeNull();
    expect(await openFaults()).toEqual([1]);
    await save((tasks) => tasks.map((task) => (task.id === 3 ? visit : task)));
    expect(await openFaults()).toEqual([1, 2, 3]);
  });

  test('of a moved visit stays at the old site, and is answered again when the move is undone', async () => {
    await add({ answers: [1] });
    const { data, error } = await admin.rpc('move_visit', {
      site_id: 1,
      revision: 2,
      task_id: 3,
      to_site: 2,
      to_revision: 1,
      photos: [],
      pdf: '',
    });
    expect(error).toBeNull();
    expect(await openFaults()).toEqual([1, 2, 3]);
    expect(await openFaults(2)).toEqual([4]);
    const [there] = await backend.sql<{ task: object }>(
      `select tasks2024 -> 2 as task from public.maintable where id = 2`,
    );
    expect(there?.task).not.toHaveProperty('answers');
    const moved = Number(Reflect.get(Object(data), 'change'));
    expect((await admin.rpc('restore_change', { change_id: moved })).error).toBeNull();
    expect(await openFaults()).toEqual([2, 3]);
  });

  test('is restored from the log', async () => {
    await add({ answers: [1] });
    await change(3, { answers: [2] });
    const { data } = await admin.rpc('list_changes', { page_size: 1 });
    expect((await admin.rpc('restore_change', { change_id: data?.[0]?.id ?? 0 })).error).toBeNull();
    expect(await openFaults()).toEqual([2, 3]);
  });

  test('stays answered when a page of an older release saves the site', async () => {
    await add({ answers: [1] });
    expect(await save(withoutAnswers, admin, '2')).toBeNull();
    expect(await openFaults()).toEqual([2, 3]);
    expect(await save(withoutAnswers, admin, '3')).toBeNull();
    expect(await openFaults()).toEqual([1, 2, 3]);
  });

  test('may be closed before, and still be answered', async () => {
    await admin.rpc('close_fault', { fault_id: 1, closed_as: 'settled', reason: 'x' });
    expect(await add({ answers: [1] })).toBeNull();
    expect((await listFaults(admin, { state: 'ended', site_id: 1 })).faults).toMatchObject([
      { closed: { as: 'settled' }, answers: [{ task: 3 }] },
    ]);
  });
});

describe('the allowed answers of a visit', () => {
  const notOneToTen = 'Task at position 3: answers must be 1 to 10 different faults';
  const notOfSite = 'Task at position 3: answers must be faults of this site';
  test.each([
    [[], notOneToTen],
    [null, notOneToTen],
    [1, notOneToTen],
    ['1', notOneToTen],
    [{ 1: 1 }, notOneToTen],
    [[1, 1], notOneToTen],
    [[1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12], notOneToTen],
    [['1'], notOfSite],
    [[1.5], notOfSite],
    [[-1], notOfSite],
    [[null], notOfSite],
    [[[1]], notOfSite],
    [[1e30], notOfSite],
    // no fault, and a fault of another site, get the same message
    [[99], notOfSite],
    [[4], notOfSite],
    [[1, 4], notOfSite],
  ])('%j is refused', async (answers, reason) => {
    expect(await add({ answers })).toBe(reason);
    expect(await openFaults()).toEqual([1, 2, 3]);
  });

  test('a visit may keep its answer to a fault that was moved to another site, but does not end it there', async () => {
    await add({ answers: [1] });
    await change(3, { showing: 'False' });
    await admin.rpc('correct_fault', { fault_id: 1, site_id: 2 });
    expect(await change(3, { showing: 'True', title: 'Corrected' })).toBeNull();
    expect(await openFaults(2)).toEqual([1, 4]);
    expect(await change(3, { answers: [1, 2] })).toBeNull();
    expect(await openFaults()).toEqual([3]);
    expect(await change(3, { answers: [2] })).toBeNull();
    // fault 1 is of another site now, but the log shows that the visit has answered it before
    expect(await change(3, { answers: [1] })).toBeNull();
    expect(await openFaults(2)).toEqual([1, 4]);
  });
});

test('an answer that only older rules allowed stays and ends nothing, and cannot be changed to another such', async () => {
  const odd = { ...visit, answers: 'all' };
  await backend.exclusive(() =>
    backend.pg.exec(`set session_replication_role = replica;
      update public.maintable set tasks2024 = tasks2024 || '${JSON.stringify([odd])}'::jsonb where id = 1;
      set session_replication_role = default; select private.mirror_visits(1, array['${JSON.stringify(odd)}'::jsonb])`),
  );
  expect(await change(3, { title: 'Corrected' })).toBeNull();
  expect(await change(3, { showing: 'False' })).toBeNull();
  expect(await change(3, { showing: 'True' })).toBeNull();
  expect(await change(3, { answers: 'none' })).toMatch(/1 to 10 different faults/u);
  expect(await openFaults()).toEqual([1, 2, 3]);
});

describe('who may answer faults', () => {
  test('a technician at its sites, and a client nowhere', async () => {
    const technician = backend.clientFor((await technicianOf(backend, [1])).session);
    expect(await add({ answers: [1], time: visit.time }, technician)).toBeNull();
    expect(await save((tasks) => [...tasks, { ...visit, answers: [4] }], technician, '3', 2)).toBe('no row');
    expect(await openFaults()).toEqual([2, 3]);
    expect(await openFaults(2)).toEqual([4]);
    expect(await change(3, { answers: [2] }, client)).toBe('no row');
    expect((await listFaults(technician)).faults.map(({ id }) => id)).toEqual([2, 3]);
  });
});
