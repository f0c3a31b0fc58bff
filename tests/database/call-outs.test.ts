import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { openPortal, technicianOf, type Client } from './support/open-portal.ts';
import { newTask } from './support/write-requests.ts';

// The members of visits about emergency calls and recommendations (decisions §14). Values that are always refused are in
// task-rules.test.ts.

let backend: TestBackend;
let admin: Client;
openPortal((portal) => ({ backend, admin } = portal));

const follow = [
  { line: 1, text: 'Replace the spring' },
  { line: 2, text: 'Cut the loop again' },
];
const callVisit = {
  ...newTask(3),
  kind: 'emergency',
  by: 'Aziz Rahman',
  ref: 'J-1042',
  reported: '2026-04-02T07:20:00+08:00',
  arrived: '2026-04-02T09:30:00+08:00',
  left: '2026-04-02T10:15:00+08:00',
  follow,
};

async function siteOf(id: number): Promise<{ tasks: { id: number }[]; revision: number }> {
  const [row] = await backend.sql<{ tasks: { id: number }[]; revision: number }>(
    'select tasks2024 as tasks, revision::int from public.maintable where id = $1',
    [id],
  );
  return row ?? { tasks: [], revision: 0 };
}

/** Saves tasks of site 1 as a page of this release does. Returns the reason of a refusal, or null. */
async function save(
  changed: (tasks: { id: number }[]) => object[],
  client = admin,
  version = '2',
): Promise<string | null> {
  const { tasks, revision } = await siteOf(1);
  const { error } = await client
    .from('maintable')
    .update({ tasks2024: JSON.parse(JSON.stringify(changed(tasks))), revision: revision + 1 })
    .eq('id', 1)
    .setHeader('x-portal-members', version);
  return error?.message ?? null;
}
const add = (task: object, client = admin) => save((tasks) => [...tasks, task], client);
const change = (id: number, values: object, client = admin) =>
  save((tasks) => tasks.map((task) => (task.id === id ? { ...task, ...values } : task)), client);
const move = (task_id: number, revision: number, to_revision: number) =>
  admin.rpc('move_visit', { site_id: 1, revision, task_id, to_site: 2, to_revision, photos: [], pdf: '' });
const visitOf = async (id: number) => (await siteOf(1)).tasks.find((task) => task.id === id);

interface Stored {
  id: number;
  showing: string;
  follow?: { line: number; closed?: object }[];
  closes?: { task: number; line: number }[];
}

/** The number of open recommendations of site 1: those of shown visits that are neither closed nor carried out by a visit. */
async function openCount(): Promise<number> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the database stores
  const shown = ((await siteOf(1)).tasks as Stored[]).filter(({ showing }) => showing === 'True');
  const done = new Set(shown.flatMap(({ closes = [] }) => closes.map(({ task, line }) => `${task}/${line}`)));
  const lines = shown.flatMap(({ id, follow: stored = [] }) =>
    stored.map((line) => ({ ...line, key: `${id}/${line.line}` })),
  );
  return lines.filter(({ closed, key }) => !closed && !done.has(key)).length;
}

test('a call is stored unchanged, a search finds who came, and the answer has its members', async () => {
  expect(await add(callVisit)).toBeNull();
  expect(await visitOf(3)).toEqual(callVisit);
  for (const words of ['aziz rahman', 'loop again', 'J-1042']) {
    const { data } = await admin.rpc('search_visits', { words });
    const { by, reported, arrived, left } = callVisit;
    expect(data).toMatchObject([{ task_id: 3, ref: 'J-1042', by, reported, arrived, left, follow }]);
  }
  expect((await admin.rpc('search_visits', { words: 'siti' })).data).toEqual([]);
  expect(await change(3, { by: 'Siti' })).toBeNull();
  expect((await admin.rpc('search_visits', { words: 'siti' })).data).toMatchObject([{ task_id: 3 }]);
});

test('the same instant written with and without fractions is equal', async () => {
  expect(await add({ ...callVisit, arrived: '2026-04-02T09:30:00.000+08:00' })).toBeNull();
});

test('a page of an older release keeps all members, and a page of this release removes those that it leaves out', async () => {
  await add(callVisit);
  const laterMembers: ReadonlySet<string> = new Set(['by', 'reported', 'arrived', 'left', 'follow']);
  const without = (tasks: object[]) =>
    tasks.map((task) => Object.fromEntries(Object.entries(task).filter(([member]) => !laterMembers.has(member))));
  expect(await save(without, admin, '1')).toBeNull();
  expect(await visitOf(3)).toEqual(callVisit);
  expect(await save(without)).toBeNull();
  expect(await visitOf(3)).toEqual({ ...newTask(3), kind: 'emergency', ref: 'J-1042' });
});

test('a call whose change is taken back has all its members as before', async () => {
  await add(callVisit);
  await change(3, { by: 'Siti', reported: callVisit.arrived, follow: [follow[1]] });
  const { data } = await admin.rpc('list_changes', { page_size: 1 });
  expect((await admin.rpc('restore_change', { change_id: data?.[0]?.id ?? 0 })).error).toBeNull();
  expect(await visitOf(3)).toEqual(callVisit);
});

describe('a recommendation', () => {
  const later = { ...newTask(4), time: '2026-04-03T09:30:00+08:00', closes: [{ task: 3, line: 1 }] };
  beforeEach(async () => {
    expect(await add(callVisit)).toBeNull();
  });

  test('is open until a shown visit says that it was done, and again when that is hidden', async () => {
    expect(await openCount()).toBe(2);
    expect(await add(later)).toBeNull();
    expect(await openCount()).toBe(1);
    expect(await change(4, { showing: 'False' })).toBeNull();
    expect(await openCount()).toBe(2);
    expect(await change(4, { showing: 'True' })).toBeNull();
    expect(await change(3, { showing: 'False' })).toBeNull();
    expect(await openCount()).toBe(0);
  });

  test('is closed by an admin with a reason', async () => {
    const closed = { at: '2026-04-05T09:30:00+08:00', reason: 'Settled by phone' };
    expect(await change(3, { follow: [{ ...follow[0], closed }, follow[1]] })).toBeNull();
    expect(await openCount()).toBe(1);
    expect(await change(3, { follow })).toBeNull();
    expect(await openCount()).toBe(2);
  });

  test('may be made and carried out in one save', async () => {
    const both = [
      { ...callVisit, id: 5 },
      { ...later, id: 6, closes: [{ task: 5, line: 2 }] },
    ];
    expect(await save((tasks) => [...tasks, ...both])).toBeNull();
  });

  test('must exist when it is closed, and the visit can still be corrected after it is gone', async () => {
    expect(await add({ ...later, closes: [{ task: 3, line: 3 }] })).toMatch(/of other visits/u);
    expect(await add(later)).toBeNull();
    expect(await change(3, { follow: [follow[1]] })).toBeNull();
    expect(await change(4, { title: 'Corrected' })).toBeNull();
    expect(await change(4, { closes: [...later.closes, { task: 3, line: 2 }] })).toBeNull();
    expect(await change(4, { closes: [{ task: 3, line: 7 }] })).toMatch(/of other visits/u);
  });

  test('is open again after the visit that carried it out moves to another site, and moves with the visit that made it', async () => {
    await add(later);
    expect((await move(4, (await siteOf(1)).revision, 1)).error).toBeNull();
    expect(await openCount()).toBe(2);
    expect((await siteOf(2)).tasks.at(-1)).not.toHaveProperty('closes');
    expect((await move(3, (await siteOf(1)).revision, 2)).error).toBeNull();
    expect(await openCount()).toBe(0);
    expect((await siteOf(2)).tasks.at(-1)).toMatchObject({ by: callVisit.by, arrived: callVisit.arrived, follow });
  });
});

const listed = async (client: Client) => (await client.rpc('follow_ups')).data;

describe('the list for the sites of a key', () => {
  const carryingOut = { ...newTask(4), closes: [{ task: 3, line: 1 }] };

  test('has each shown visit that made or carried out a recommendation, as stored', async () => {
    expect(await listed(admin)).toEqual([]);
    await add(callVisit);
    await add(carryingOut);
    const both = [
      { site_id: 1, id: 3, time: callVisit.time, follow, closes: null },
      { site_id: 1, id: 4, time: carryingOut.time, follow: null, closes: carryingOut.closes },
    ];
    expect(await listed(admin)).toEqual(both);
    expect(await change(3, { showing: 'False' })).toBeNull();
    expect(await listed(admin)).toEqual([both[1]]);
  });

  test('contains the given sites for a technician, and is refused to a client', async () => {
    await add(callVisit);
    const listedFor = async (sites: number[] | null) =>
      listed(backend.clientFor((await technicianOf(backend, sites)).session));
    expect(await listedFor([2])).toEqual([]);
    expect(await listedFor([1])).toHaveLength(1);
    expect(await listedFor(null)).toHaveLength(1);
    const client = backend.clientFor(await backend.sessionFor(keys.siteOne));
    expect((await client.rpc('follow_ups')).error?.code).toBe('PT403');
  });
});

describe('a technician', () => {
  const closed = { at: '2026-04-05T09:30:00+08:00', reason: 'Settled by phone' };
  let client: Client;
  beforeEach(async () => {
    client = backend.clientFor((await technicianOf(backend, [1])).session);
  });

  test('adds a call with recommendations, and returns what it did', async () => {
    expect(await add(callVisit)).toBeNull();
    expect(await add({ ...callVisit, id: 4, closes: [{ task: 3, line: 1 }] }, client)).toBeNull();
    expect(await openCount()).toBe(3);
  });

  test('closes none without a visit, and opens none again', async () => {
    expect(await add({ ...callVisit, follow: [{ ...follow[0], closed }] }, client)).toMatch(/only an admin closes/u);
    expect(await add(callVisit, client)).toBeNull();
    expect(await change(3, { follow: [{ ...follow[0], closed }, follow[1]] }, client)).toMatch(/only an admin closes/u);
    expect(await change(3, { follow: [{ ...follow[0], closed }, follow[1]] })).toBeNull();
    expect(await change(3, { follow }, client)).toMatch(/only an admin closes/u);
    expect(await change(3, { follow: [follow[1]] }, client)).toMatch(/only an admin closes/u);
    expect(await change(3, { by: 'Siti' }, client)).toBeNull();
  });

  test('writes none of it to another site', async () => {
    const other = backend.clientFor((await technicianOf(backend, [2])).session);
    await add(callVisit, other);
    expect(await visitOf(3)).toBeUndefined();
  });
});
