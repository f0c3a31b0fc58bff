import { recordState, type Attempt } from '../access/outcomes.ts';
import type { TestBackend } from './backend.ts';
import type { Client } from './open-portal.ts';

/** A task with this id, as the first form of the portal makes it. */
export function newTask(id: number) {
  return {
    id,
    time: '2026-04-02T09:30:00+08:00',
    urls: [],
    year: '2026',
    month: 'apr',
    tasks: 'Text of the new task',
    title: 'New',
    pdf: '',
    showing: 'True',
  };
}

/** A change of a record as the screens send it: they request the written row. */
export const change = (path: string, body: unknown): Attempt => ({
  request: `PATCH /rest/v1/${path}`,
  body,
  headers: { prefer: 'return=representation' },
});

/** A new record as the screens send it. */
export const add = (path: string, body: unknown): Attempt => ({
  request: `POST /rest/v1/${path}`,
  body,
  headers: { prefer: 'return=representation' },
});

/** A call of a function. */
export const call = (name: string, body: unknown): Attempt => ({ request: `POST /rest/v1/rpc/${name}`, body });

/** Adds site 3, which has no car posts yet, without a line in the change log. */
export async function addThirdSite(backend: TestBackend): Promise<void> {
  const rows = `
    set session_replication_role = replica;
    insert into public.maintable (name) values ('Three');
    set session_replication_role = default;`;
  await backend.exclusive(() => backend.pg.exec(rows));
}

/** The lines of the change log as text, oldest first. */
const logText = `select coalesce(json_agg(c order by id), '[]') as lines from private.change_log c`;

/** Every record and every line of the change log, as text: equal before and after a refused write. */
export async function everything(backend: TestBackend): Promise<string> {
  return `${await recordState(backend)} ${JSON.stringify(await backend.sql(logText))}`;
}

/** The visit that `addVisit` adds. */
export const added = { ...newTask(3), title: 'Added once' };

/** Adds a visit to site 1 as a screen does: based on what it has just read, so that a repetition has the right revision. */
export async function addVisit(client: Client, title = added.title) {
  const { data } = await client.from('maintable').select('tasks2024, revision').eq('id', 1).single();
  const tasks = Array.isArray(data?.tasks2024) ? data.tasks2024 : [];
  const revision = data?.revision ?? 0;
  const wanted = [...tasks, { ...added, id: tasks.length + 1, title }];
  return client
    .from('maintable')
    .update({ tasks2024: wanted, revision: revision + 1 })
    .eq('id', 1)
    .eq('revision', revision)
    .select('revision');
}
