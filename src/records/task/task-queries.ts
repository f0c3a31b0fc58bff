import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { getSession } from '../../lib/device/session.ts';
import { message } from '../../lib/language/translate.ts';
import { withdrawToasts } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf, isNoService, RequestError } from '../../lib/request-error.ts';
import { retry } from '../../lib/retry.ts';
import { signThumbnails } from '../../lib/stored-files.ts';
import { supabase } from '../../lib/supabase.ts';
import { hasRight } from '../access-key/role.ts';
import { attemptHeader, DoneBefore, withIdempotencyKey } from '../attempt.ts';
import { saveWithRevision, writtenRows } from '../save-with-revision.ts';
import { siteRecordsKey, sitesKey } from '../site/site-queries.ts';
import { membersHeader, membersVersion } from './optional-members.ts';
import { editBetween, isSameTask, withTaskEdit } from './task-changes.ts';
import { nextTaskId, storedTaskSchema, type NewTask, type StoredTask } from './task.ts';

const siteTasks = v.array(v.object({ tasks2024: v.array(storedTaskSchema) }));
const siteRows = v.array(v.object({ id: v.number(), revision: v.number(), tasks2024: v.array(storedTaskSchema) }));
export type SiteRow = v.InferOutput<typeof siteRows>[number];
const revisionRows = v.array(v.object({ revision: v.number() }));

/** All tasks of a site, deleted tasks too (`spec §7`); null when there is no such site. */
export function tasksQuery(site: string) {
  return queryOptions({
    queryKey: [...sitesKey, 'tasks', site],
    queryFn: async ({ signal }) => {
      const call = supabase.from('maintable').select('id,name,tasks2024,revision').eq('name', site);
      return v.parse(siteTasks, dataOf(await call.abortSignal(signal)))[0]?.tasks2024 ?? null;
    },
    // other screens and people change the tasks too
    staleTime: 0,
  });
}

/** Signed URLs of thumbnails, all signed in one call. */
export function thumbnailsQuery(photos: readonly string[]) {
  return queryOptions({
    queryKey: ['thumbnails', photos],
    queryFn: () => signThumbnails(photos),
    meta: { fallback: new Map(), still: true },
    enabled: photos.length > 0,
  });
}

/** What the offer to restore a hidden visit is about, by which it is withdrawn. @param id empty for the beginning that all visits of the site share */
export const hiddenVisitTopic = (site: string, id: number | ''): string => `${site}/${id}`;

/** Puts the saved tasks of a site into the query cache. Removes offers to restore visits that are shown again. */
export async function tasksSaved(site: string, saved: StoredTask[]): Promise<void> {
  withdrawToasts((about) =>
    saved.some(({ id, showing }) => showing === 'True' && about === hiddenVisitTopic(site, id)),
  );
  const { queryKey } = tasksQuery(site);
  // the answer of a read that began before the write must not replace the saved tasks
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, saved);
}

export class SiteMissing extends Error {
  constructor(site: string) {
    super(`There is no site named ${site}`);
    this.name = 'SiteMissing';
  }
}

/** Sends a request, and possibly repeats it. @throws the error of the request */
type Send = <Result>(request: () => Promise<Result>) => Promise<Result>;

/**
 * Repeats a request once if the service does not answer. A save needs two requests, a read and a write, and a lost one would otherwise fail it.
 */
const sendTwice: Send = (request) => retry(request, { delaysMs: [500], mayRetry: isNoService });

/**
 * Writes the whole task array of a site (`spec §7`) without losing concurrent changes, and returns it.
 * @param done reads the result from the stored row when an earlier request of the same attempt was saved; without it, DoneBefore is thrown
 * @throws SiteMissing
 */
async function writeTasks(
  site: string,
  attempt: string,
  change: (tasks: StoredTask[]) => StoredTask[],
  done?: (row: SiteRow) => StoredTask[],
  send: Send = (request) => request(),
): Promise<StoredTask[]> {
  const saved = await saveWithRevision<SiteRow, StoredTask[]>({
    read: () => send(() => readSiteTasks(site)),
    write: async (row) => {
      const tasks2024 = change(row.tasks2024);
      const write = async () =>
        writtenRows(
          await supabase
            .from('maintable')
            .update({ tasks2024, revision: row.revision + 1 })
            .eq('id', row.id)
            .eq('revision', row.revision)
            .select('revision')
            .setHeader(attemptHeader, attempt)
            .setHeader(membersHeader, membersVersion),
        );
      return v.parse(revisionRows, await send(write)).length > 0 ? tasks2024 : null;
    },
    ...(done && { done }),
  });
  await Promise.all(
    [siteRecordsKey, myVisitsKey, foundVisitsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
  return saved;
}

/** A site's tasks with their revision. @throws SiteMissing */
export async function readSiteTasks(site: string): Promise<SiteRow> {
  const [row] = v.parse(
    siteRows,
    dataOf(await supabase.from('maintable').select('id,revision,tasks2024').eq('name', site)),
  );
  if (!row) throw new SiteMissing(site);
  return row;
}

/**
 * Changes a stored task of a site, and returns all tasks of the site. `change` may be called more than once. An error that it throws ends
 * the save.
 * @param content all values that decide the change: a save with the same content counts as a repetition
 * @throws SiteMissing
 */
export async function saveTasks(
  site: string,
  content: { id: number; [detail: string]: unknown },
  change: (tasks: StoredTask[]) => StoredTask[],
): Promise<StoredTask[]> {
  return withIdempotencyKey(`task/${site}/${content.id}`, content, (attempt) =>
    writeTasks(site, attempt, change, ({ tasks2024 }) => tasks2024),
  );
}

/**
 * Adds a task and returns its id. A repetition with the same attempt does not add it again. If the task was edited after an earlier request
 * was saved, the stored task is corrected.
 * @param attempt a random UUID that belongs to this task alone
 * @param sentBefore the versions of the task in the earlier requests
 * @throws SiteMissing, or EditConflict when somebody else has corrected the stored task meanwhile
 */
export async function saveNewTask(
  site: string,
  task: NewTask,
  attempt: string,
  sentBefore: readonly NewTask[],
): Promise<number> {
  let id = 0;
  try {
    const add = (stored: StoredTask[]) => {
      id = nextTaskId(stored);
      return [...stored, { id, ...task }];
    };
    await writeTasks(site, attempt, add, undefined, sendTwice);
    return id;
  } catch (error) {
    if (!(error instanceof DoneBefore)) throw error;
    [id = 0] = error.did.added;
  }
  const storedTask = (await readSiteTasks(site)).tasks2024.find((candidate) => candidate.id === id);
  const before = sentBefore.find((sent) => storedTask && isSameTask(sent, storedTask)) ?? sentBefore[0];
  if (before && !isSameTask(before, task)) {
    const edit = editBetween(before, task);
    await saveTasks(site, { id, edit }, (stored) => withTaskEdit(stored, { id, ...before }, edit, true));
  }
  return id;
}

const ids = v.array(v.number());

/** The first part of the query keys of every search of all visits. */
export const foundVisitsKey = ['visits'] as const;

/** The first part of the query keys of `myVisitsQuery`, for every day and site. */
const myVisitsKey = ['my_visits'];

/**
 * The ids of the visits that this key added today (`decisions §10`).
 * @param day the day in Singapore, so that the result of another day is not reused
 */
export function myVisitsQuery(site: number, day: number) {
  return queryOptions({
    queryKey: [...myVisitsKey, site, day],
    // empty without a connection, because visits cannot be corrected then
    meta: { saved: ids, fallback: [] },
    queryFn: async ({ signal }) =>
      v.parse(ids, dataOf(await supabase.rpc('my_visits', { site_id: site }).abortSignal(signal))),
  });
}

export const dayOverText = message(
  'This visit can no longer be changed with your key: the day it was added is over. Ask the office to correct it.',
);

/** Whether the database refused a correction because the day is over. */
export function isDayOver(error: unknown): boolean {
  const refused = error instanceof RequestError && error.status === 403;
  return refused && hasRight(getSession()?.role, 'correctOwnVisits');
}
