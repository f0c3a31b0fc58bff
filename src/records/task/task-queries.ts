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
const rows = v.array(v.object({ id: v.number(), revision: v.number(), tasks2024: v.array(storedTaskSchema) }));
export type SiteRow = v.InferOutput<typeof rows>[number];
const written = v.array(v.object({ revision: v.number() }));

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

/** Names a visit that was hidden, to `notify.undo`. @param id empty for the beginning that all of a site have */
export const hiddenVisit = (site: string, id: number | ''): string => `${site}/${id}`;

/** Shows the tasks of a site as saved. An offer to restore a visit ends where the visit is shown again. */
export async function tasksSaved(site: string, saved: StoredTask[]): Promise<void> {
  withdrawToasts((about) => saved.some(({ id, showing }) => showing === 'True' && about === hiddenVisit(site, id)));
  const { queryKey } = tasksQuery(site);
  // a read older than the write must not overwrite it
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, saved);
}

export class SiteMissing extends Error {
  constructor(site: string) {
    super(`There is no site named ${site}`);
    this.name = 'SiteMissing';
  }
}

/** Makes a request. @throws what it throws */
type Send = <Result>(request: () => Promise<Result>) => Promise<Result>;

/**
 * A visit that saves itself sends each request twice where it has no answer: otherwise every save could lose one of its
 * two requests.
 */
const sendTwice: Send = (request) => retry(request, { delaysMs: [500], mayRetry: isNoService });

/** Writes the whole task array of a site (`spec §7`) without losing concurrent changes. @throws SiteMissing */
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
      return v.parse(written, await send(write)).length > 0 ? tasks2024 : null;
    },
    ...(done && { done }),
  });
  await Promise.all(
    [siteRecordsKey, myVisitsKey, foundVisitsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
  return saved;
}

/** A site's tasks with the revision that they were read under. @throws SiteMissing */
export async function readSiteTasks(site: string): Promise<SiteRow> {
  const [row] = v.parse(
    rows,
    dataOf(await supabase.from('maintable').select('id,revision,tasks2024').eq('name', site)),
  );
  if (!row) throw new SiteMissing(site);
  return row;
}

/**
 * Changes a stored task of a site, and returns all of the site. `change` may be called more than once; what it throws ends
 * the save.
 * @param content all that decides the change, by which a repetition is known
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
 * Adds a task, once however often it is sent under the same attempt, and returns its id. If it was edited since an earlier
 * request, the stored one is corrected.
 * @param attempt a random UUID that belongs to this task alone.
 * @param sentBefore the task as each earlier request sent it.
 * @throws SiteMissing, or EditConflict when somebody else has corrected the stored one meanwhile
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

/** Begins the keys of every search of all visits. */
export const foundVisitsKey = ['visits'] as const;

/** Begins the query keys of every day and site. */
const myVisitsKey = ['my_visits'];

/** Visits that this key added today (`decisions §10`). @param day in Singapore, so that no earlier result is reused */
export function myVisitsQuery(site: number, day: number) {
  return queryOptions({
    queryKey: [...myVisitsKey, site, day],
    // nothing can be corrected without a connection
    meta: { saved: ids, fallback: [] },
    queryFn: async ({ signal }) =>
      v.parse(ids, dataOf(await supabase.rpc('my_visits', { site_id: site }).abortSignal(signal))),
  });
}

export const tooLate = message(
  'This visit can no longer be changed with your key: the day it was added is over. Ask the office to correct it.',
);

/** Whether the database refused a correction because the day is over. */
export function isTooLate(error: unknown): boolean {
  const refused = error instanceof RequestError && error.status === 403;
  return refused && hasRight(getSession()?.role, 'correctOwnVisits');
}
