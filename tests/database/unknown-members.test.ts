import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NewTask, StoredTask } from '../../src/records/task/task.ts';
import { anonKey } from '../../supabase/local/hosted-defaults.ts';
import { send } from './access/outcomes.ts';
import { keyIn } from './shapes.ts';
import { bootBackend, origin, type TestBackend } from './support/backend.ts';
import { fileUrl, keys, objectName } from './support/base-rows.ts';

// A future release adds a member, while pages of this release and of older ones still save.

let backend: TestBackend;
let admin: string;

/** What the migration of the future release does: it adds a line to the list of members. */
const futureMigration = `
  create or replace function private.task_members() returns table (name text, known_since integer, max integer)
  language sql immutable set search_path = '' as $$
    values ('kind', 0, null), ('ref', 1, 40), ('by', 2, 120), ('reported', 2, null), ('arrived', 2, null), ('left', 2, null),
      ('follow', 2, null), ('closes', 2, null), ('answers', 3, null), ('zz_future', 9, null)
  $$`;

const future = { a: [1, { b: 'ü' }], c: null };
const visit = (id: number, values: object = {}) => ({
  id,
  time: '2026-03-26T16:05:00+08:00',
  urls: [],
  year: '2026',
  month: 'mar',
  tasks: `Text ${id}`,
  title: `Title ${id}`,
  pdf: '',
  showing: 'True',
  ...values,
});
const initialTasks = [
  visit(1, { zz_future: future, kind: 'emergency', urls: [fileUrl(objectName(1, 1))] }),
  visit(2, { zz_future: 'hidden', showing: 'False' }),
  visit(3),
];

beforeAll(async () => {
  backend = await bootBackend({ own: true });
  await backend.sql(futureMigration);
  return async () => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    await backend.close();
  };
});
beforeEach(async () => {
  await backend.reset();
  admin = await backend.sessionFor(keys.admin);
  await backend.sql('set session_replication_role = replica');
  await backend.sql('update public.maintable set tasks2024 = $1 where id = 1', [JSON.stringify(initialTasks)]);
  await backend.sql('set session_replication_role = default');
});

const tasksOf = async (site: number) => {
  const [row] = await backend.sql<{ tasks: ({ id: number } & Record<string, unknown>)[]; next: number }>(
    'select tasks2024 as tasks, (revision + 1)::int as next from public.maintable where id = $1',
    [site],
  );
  return { tasks: row?.tasks ?? [], next: row?.next ?? 0 };
};

/** The value of the future member in each task of a site. */
const futureOf = async (site: number) =>
  Object.fromEntries((await tasksOf(site)).tasks.map((task) => [task.id, task['zz_future']]));
const untouched = { 1: future, 2: 'hidden', 3: undefined };

/** Tasks as a page reads them that drops what it does not know. */
const withoutUnknown = (tasks: readonly Record<string, unknown>[]) =>
  tasks.map(({ zz_future: _future, ...task }) => task);

/** Saves the array as a page does that drops what it does not know, with this version of the members, if any. */
async function saveAs(
  version: string | null,
  change: (tasks: Record<string, unknown>[]) => unknown[],
  session = admin,
): Promise<{ status: number; text: string }> {
  const { tasks, next } = await tasksOf(1);
  const known = withoutUnknown(tasks);
  return send(
    backend,
    {
      request: 'PATCH /rest/v1/maintable?id=eq.1',
      body: { tasks2024: change(known), revision: next },
      headers: version === null ? {} : { 'x-portal-members': version },
    },
    session,
  );
}

const withTitle = (id: number, title: string) => (tasks: Record<string, unknown>[]) =>
  tasks.map((task) => (task['id'] === id ? { ...task, title } : task));

describe('a page of an older release', () => {
  test.each<[string, (tasks: Record<string, unknown>[]) => unknown[]]>([
    ['adds a visit', (tasks) => [...tasks, visit(4)]],
    ['corrects the visit', withTitle(1, 'Corrected')],
    ['corrects another', withTitle(3, 'Corrected')],
    ['takes its kind away', (tasks) => tasks.map(({ kind: _kind, ...task }) => task)],
    ['hides it', (tasks) => tasks.map((task) => ({ ...task, showing: 'False' }))],
    ['shows it again', (tasks) => tasks.map((task) => ({ ...task, showing: 'True' }))],
    ['takes its photo away', (tasks) => tasks.map((task) => ({ ...task, urls: [] }))],
    ['turns the array round', (tasks) => tasks.toReversed()],
    ['saves all as it was', (tasks) => tasks],
  ])('%s, and the unknown member stays', async (_, change) => {
    const { tasks, next } = await tasksOf(1);
    expect((await saveAs(null, change)).status).toBe(204);
    expect(await futureOf(1)).toMatchObject(untouched);
    const after = await tasksOf(1);
    expect(after.next).toBe(next + 1);
    // all other members are as the page saved them
    expect(withoutUnknown(after.tasks)).toEqual(change(withoutUnknown(tasks)));
  });

  test('is accepted with any version, but a page that knows the member can remove it', async () => {
    for (const version of ['0', '1', '8', '', 'x', '-1', '9x', '1e9', '99999999999999999999', '9, 9'])
      expect([version, (await saveAs(version, withTitle(1, `Saved as ${version}`))).status]).toEqual([version, 204]);
    expect(await futureOf(1)).toEqual(untouched);
    expect((await saveAs('9', withTitle(1, 'Known'))).status).toBe(204);
    expect(await futureOf(1)).toEqual({ 1: undefined, 2: undefined, 3: undefined });
  });

  test('changes the member if it sends it', async () => {
    await saveAs(null, (tasks) => tasks.map((task) => (task['id'] === 1 ? { ...task, zz_future: 5 } : task)));
    expect(await futureOf(1)).toEqual({ ...untouched, 1: 5 });
  });

  test('of a technician adds a visit and corrects it', async () => {
    const client = backend.clientFor(admin);
    const { data } = await client.rpc('issue_key', { role: 'technician', label: 'In the field' });
    const session = await backend.sessionFor(keyIn(data).key);
    expect((await saveAs(null, (tasks) => [...tasks, visit(4)], session)).status).toBe(204);
    expect((await saveAs(null, withTitle(4, 'Corrected'), session)).status).toBe(204);
    expect(await futureOf(1)).toEqual({ ...untouched, 4: undefined });
  });

  test.each([
    ['null', 'null', /null value/u],
    ['an object', '{}', /not an array/u],
    ['a number', '5', /not an array/u],
    ['numbers', '[1, 2, 3]', /not an object/u],
    ['arrays', '[[1], ["id"], [{}]]', /not an object/u],
    ['texts that are names of members', '["id", "zz_future", "title"]', /not an object/u],
    ['nothing', '[]', /missing/u],
    ['an id twice', JSON.stringify([visit(1), visit(1), visit(2), visit(3)]), /the same id twice/u],
    ['an id as a text', JSON.stringify([{ ...visit(1), id: '1' }, visit(2), visit(3)]), /id must be/u],
    ['a member that nobody knows', JSON.stringify([{ ...visit(1), x: 1 }, visit(2), visit(3)]), /members must be/u],
  ])('saves %s, and is refused as always', async (_, tasks, reason) => {
    const { next } = await tasksOf(1);
    const body = `{"tasks2024": ${tasks}, "revision": ${next}}`;
    const answer = await send(backend, { request: 'PATCH /rest/v1/maintable?id=eq.1', body }, admin);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(reason);
    expect(await futureOf(1)).toEqual(untouched);
  });
});

test('a member that the change log removes by taking a change back stays removed', async () => {
  const client = backend.clientFor(admin);
  await saveAs('9', (tasks) => tasks.map((task) => (task['id'] === 3 ? { ...task, zz_future: 'new' } : { ...task })));
  const { data: lines } = await client.rpc('list_changes', { page_size: 1 });
  expect((await client.rpc('restore_change', { change_id: lines?.[0]?.id ?? 0 })).error).toBeNull();
  expect(await futureOf(1)).toEqual(untouched);
});

test('a member that the owner removes in SQL stays removed', async () => {
  await backend.sql(
    `update public.maintable set revision = revision + 1, tasks2024 = (
      select jsonb_agg(e - 'zz_future' order by n) from jsonb_array_elements(tasks2024) with ordinality t(e, n)) where id = 1`,
  );
  expect(await futureOf(1)).toEqual({ 1: undefined, 2: undefined, 3: undefined });
});

/** The portal's own modules, with a session, that use this backend. */
async function openPortal() {
  vi.resetModules();
  vi.stubEnv('VITE_SUPABASE_URL', origin);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', anonKey);
  // what Node lacks
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('BroadcastChannel', undefined);
  const versions: (string | null)[] = [];
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (init?.method === 'PATCH') versions.push(new Headers(init.headers).get('x-portal-members'));
    return backend.fetch(input, init);
  });
  const { setSession } = await import('../../src/lib/device/session.ts');
  const queries = await import('../../src/records/task/task-queries.ts');
  const changes = await import('../../src/records/task/task-changes.ts');
  const moves = await import('../../src/records/task/move-visit.ts');
  setSession({
    token: await backend.sessionFor(keys.admin),
    role: 'admin',
    site: null,
    keyId: 1,
    expiresAt: '2999-01-01T00:00:00Z',
    kept: false,
  });
  return { ...queries, ...changes, ...moves, versions };
}

const taskIn = (tasks: readonly StoredTask[], id = 1): StoredTask => {
  const found = tasks.find((task) => task.id === id);
  if (!found) throw new Error(`No task ${id}`);
  return found;
};

describe('the portal of today', () => {
  // the page keeps what it reads, so nothing is restored for it
  beforeAll(() => backend.sql('alter table public.maintable disable trigger give_members_back'));
  afterAll(() => backend.sql('alter table public.maintable enable trigger give_members_back'));

  const added: NewTask = {
    time: '2026-03-26T16:05:00+08:00',
    urls: [],
    year: '2026',
    month: 'mar',
    tasks: 'Text',
    title: 'Added',
    pdf: '',
    showing: 'True',
  };
  test('adds, corrects, hides and shows, and says which members it knows', async () => {
    const portal = await openPortal();
    expect(await portal.saveNewTask('One', added, randomUUID(), [])).toBe(4);
    await portal.saveTasks('One', { id: 1, edit: 'title' }, (tasks) =>
      portal.withTaskEdit(tasks, taskIn(tasks), { title: 'Corrected', kind: '' }, false),
    );
    await portal.saveTasks('One', { id: 1, showing: 'False' }, (tasks) => portal.withShowing(tasks, 1, 'False'));
    expect(await futureOf(1)).toEqual({ ...untouched, 4: undefined });
    await portal.saveTasks('One', { id: 1, showing: 'True' }, (tasks) => portal.withShowing(tasks, 1, 'True'));
    await portal.saveTasks('One', { id: 2, showing: 'True' }, (tasks) => portal.withShowing(tasks, 2, 'True'));
    expect(await futureOf(1)).toEqual({ ...untouched, 4: undefined });
    expect(portal.versions).toEqual(Array.from({ length: 5 }, () => '3'));
    const { tasks } = await tasksOf(1);
    expect(tasks[0]).toEqual({ ...visit(1), urls: [fileUrl(objectName(1, 1))], title: 'Corrected', zz_future: future });
  });

  test('hands a waiting visit in again, which was corrected here and there since it was sent', async () => {
    const portal = await openPortal();
    const attempt = randomUUID();
    const id = await portal.saveNewTask('One', added, attempt, []);
    // the page of the future release has more of it
    const current = await tasksOf(1);
    await backend.sql('update public.maintable set revision = revision + 1, tasks2024 = $1 where id = 1', [
      JSON.stringify(current.tasks.map((task) => (task.id === id ? { ...task, zz_future: 7 } : task))),
    ]);
    expect(await portal.saveNewTask('One', { ...added, title: 'Later' }, attempt, [added])).toBe(id);
    const { tasks } = await tasksOf(1);
    expect(tasks.find((task) => task.id === id)).toEqual({ ...added, id, title: 'Later', zz_future: 7 });
    expect(await futureOf(1)).toEqual({ ...untouched, [id]: 7 });
  });

  test('moves a visit and moves it back', async () => {
    const portal = await openPortal();
    const client = backend.clientFor(admin);
    const { data } = await client.rpc('move_visit', {
      site_id: 1,
      revision: (await tasksOf(1)).next - 1,
      task_id: 1,
      to_site: 2,
      to_revision: (await tasksOf(2)).next - 1,
      photos: [fileUrl(objectName(2, 1))],
    });
    expect(data).toMatchObject({ site_id: 2, task_id: 3 });
    expect(await futureOf(2)).toMatchObject({ 3: future });
    const { change } = v.parse(v.object({ change: v.number() }), data);
    await portal.moveBack(change);
    expect(await futureOf(1)).toEqual(untouched);
    expect(await futureOf(2)).toMatchObject({ 3: future });
  });

  test('imports into the site', async () => {
    const client = backend.clientFor(admin);
    const { error } = await client.rpc('import_site', {
      site: { name: 'One', visits: [{ source: 'row 1', visit: { ...added, urls: [] } }] },
    });
    expect(error).toBeNull();
    expect(await futureOf(1)).toEqual({ ...untouched, 4: undefined });
  });
});
