import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { nextTaskId, type StoredTask } from '../../src/records/task/task.ts';
import { anonKey } from '../../supabase/local/hosted-defaults.ts';
import { keyIn } from './shapes.ts';
import type { TestBackend } from './support/backend.ts';
import { fileUrl, keys, objectName } from './support/base-rows.ts';
import { listeningBackend, type ListeningBackend } from './support/listening-backend.ts';

const count = 12;
const numbers = Array.from({ length: count }, (_, index) => index + 1);

let backend: TestBackend;
let admin: ReturnType<TestBackend['clientFor']>;
let portal: ListeningBackend;
let url: string;
const overHttp = globalThis.fetch;

// Over sockets, because in a single process the database delays the timers, so that each retry would run alone.
beforeAll(async () => {
  portal = await listeningBackend();
  ({ backend, url } = portal);
  return async () => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    await portal.close();
  };
});
beforeEach(async () => {
  await backend.reset();
  admin = backend.clientFor(await backend.loginAs(keys.admin));
  vi.stubEnv('VITE_SUPABASE_URL', url);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', anonKey);
  // what Node lacks; and the writers must not get messages of each other except through the database
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('BroadcastChannel', undefined);
});

/** A network that lets nobody write before all have read. `overtaken` counts the writes that were too late. */
function crowdedNetwork() {
  const seen = { reads: 0, overtaken: 0 };
  const latch = new EventTarget();
  const allHaveRead = new Promise((resolve) => latch.addEventListener('open', resolve, { once: true }));
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const isWrite = init?.method === 'PATCH';
    if (isWrite) await allHaveRead;
    const response = await overHttp(input, init);
    if (isWrite && (await response.clone().text()) === '[]') seen.overtaken += 1;
    if (!isWrite) seen.reads += 1;
    if (seen.reads === count) latch.dispatchEvent(new Event('open'));
    return response;
  });
  return seen;
}

/** The portal's own save in a separate tab: it shares modules, client and session with no other tab. */
async function openTab(key: string) {
  vi.resetModules();
  const { setSession } = await import('../../src/lib/device/session.ts');
  const { saveTasks } = await import('../../src/records/task/task-queries.ts');
  const token = await backend.loginAs(key);
  setSession({ token, role: 'admin', site: null, keyId: 1, expiresAt: '2099-01-01T00:00:00Z', kept: false });
  return saveTasks;
}

async function issueAdminKey(number: number): Promise<string> {
  const { data, error } = await admin.rpc('issue_key', { role: 'admin', label: `Writer ${number}` });
  if (error) throw error;
  return keyIn(data).key;
}

const taskOf = (number: number, id: number): StoredTask => ({
  id,
  time: '2026-04-02T09:30:00+08:00',
  urls: [fileUrl(objectName(1, number))],
  year: '2026',
  month: 'apr',
  tasks: `Text of writer ${number}`,
  title: `Task of writer ${number}`,
  pdf: '',
  showing: 'True',
});
const withTaskOf = (number: number) => (tasks: StoredTask[]) => [...tasks, taskOf(number, nextTaskId(tasks))];

async function site() {
  const { data, error } = await admin.from('maintable').select('tasks2024,revision').eq('id', 1).single();
  if (error) throw error;
  return data;
}

const byNumber = (a: number, b: number) => a - b;

test('a dozen admins who save to one site at the same moment lose none of their tasks', async () => {
  const tabs: Awaited<ReturnType<typeof openTab>>[] = [];
  for (const number of numbers) tabs.push(await openTab(await issueAdminKey(number)));
  const before = await site();
  const network = crowdedNetwork();

  const saved = await Promise.all(tabs.map((save, index) => save('One', { id: index }, withTaskOf(index + 1))));

  // at least all but the first were too late once, otherwise this proves nothing
  expect(network.overtaken).toBeGreaterThanOrEqual(count - 1);
  const after = await site();
  expect(after.revision).toBe(before.revision + count);
  // each was written once, completely, under the id that its own tab got
  const ids = saved.map((tasks) => tasks.at(-1)?.id ?? 0);
  // the site had the visits 1 and 2
  expect(ids.toSorted(byNumber)).toEqual(numbers.map((number) => number + 2));
  const mine = numbers.map((number) => taskOf(number, ids[number - 1] ?? 0)).toSorted((a, b) => byNumber(a.id, b.id));
  expect(after.tasks2024).toEqual([...(Array.isArray(before.tasks2024) ? before.tasks2024 : []), ...mine]);

  const { data: lines } = await admin.rpc('list_changes', { of_site: 1 });
  expect(lines?.toReversed().map(({ access_label, before: was, after: is }) => [access_label, was, is])).toEqual(
    mine.map((task) => [task.title.replace('Task of writer', 'Writer'), { tasks2024: [] }, { tasks2024: [task] }]),
  );
});
