import pLimit from 'p-limit';
import * as v from 'valibot';
import { anySignal } from '../../lib/any-signal.ts';
import { newCopyName, objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf, isNoService, RequestError, serverRefusal } from '../../lib/request-error.ts';
import { retry } from '../../lib/retry.ts';
import { copyFile, signFiles, storedUrlOf } from '../../lib/stored-files.ts';
import { supabase } from '../../lib/supabase.ts';
import { removeFiles } from '../../lib/upload/upload-file.ts';
import { attemptHeader, withIdempotencyKey, throwIfRepeated } from '../attempt.ts';
import { restoreChange } from '../change-log/restore-change.ts';
import { saveWithRevision } from '../save-with-revision.ts';
import { invalidateSites, readSite, type EditedSite } from '../site/site-queries.ts';
import { orMoved } from './moved-visits.ts';
import { TaskHidden, TaskMissing } from './task-changes.ts';
import { foundVisitsKey, readSiteTasks, type SiteRow } from './task-queries.ts';
import type { StoredTask } from './task.ts';

/*
 * Moves a visit to another site (`decisions §8`). The database adds the visit there and hides it here in one transaction, and does a repeated
 * request only once. The files are copied first, because a visit refers only to files in the folder of its site. The storage copies them,
 * with one request for each file, and a person can stop this. The copies of a failed move are reused by the next attempt or removed; an unused
 * copy does no harm. If files of the visit are missing in the storage, a person decides before anything is copied.
 */

type MoveTarget = Pick<EditedSite, 'id' | 'name'>;

/** A visit, the site that it was filed at by mistake, and the one that it belongs to (`decisions §8`). */
export interface VisitMove {
  from: MoveTarget;
  to: MoveTarget;
  /** The id of the visit at the first site. */
  id: number;
}

/** The copies of a visit's files in the storage; a move that is tried again reuses them. */
export class FileCopies {
  /** The stored URL of each copy, by the stored URL of its original. */
  readonly urls = new Map<string, string>();
  /** Whether a visit may refer to the copies, so that they must not be removed. */
  isFiled = false;
  readonly siteId: number;

  constructor(siteId: number) {
    this.siteId = siteId;
  }

  /** Removes copies that no visit refers to. A copy that cannot be removed does no harm. */
  async remove(): Promise<void> {
    if (this.isFiled || this.urls.size === 0) return;
    const names = [...this.urls.values()].map((url) => objectNameOf(url) ?? '');
    this.urls.clear();
    await removeFiles(names.flatMap((name) => [name, smallNameOf(name)])).catch((error: unknown) =>
      console.error('Copies that are not needed could not be removed', error),
    );
  }
}

/** Files of the visit are not in the storage, so they cannot be copied. */
export class FilesMissing extends Error {
  readonly task: StoredTask;
  /** The stored URLs of the missing files. */
  readonly urls: ReadonlySet<string>;

  constructor(task: StoredTask, urls: readonly string[]) {
    super('Files of the visit are not in the storage');
    this.name = 'FilesMissing';
    this.task = task;
    this.urls = new Set(urls);
  }
}

/** Somebody has changed the visit at the other site since it was moved there. */
export class MovedVisitChanged extends Error {}

/** The other site has as many visits as a site can have. */
export class SiteFull extends Error {}

interface MoveProgress {
  /** The files that a person agreed to leave behind. */
  without: FilesMissing | null;
  /** Stops the move while files are copied. */
  signal: AbortSignal;
  onCopied: (done: number, total: number) => void;
  /** Called when the move cannot be stopped any more. */
  onSaving: () => void;
}

/** The answer to a move: the id of the visit at the other site, and the line of the change log with which the move can be undone. */
const filedVisit = v.pipe(
  v.object({ task_id: v.number(), change: v.optional(v.number()) }),
  v.transform(({ task_id: id, change }) => ({ id, change })),
);
type MovedResult = v.InferOutput<typeof filedVisit>;

/**
 * Moves a visit to another site, with copies of its files. A repeated call moves it once.
 * @throws FilesMissing, SiteFull, TaskMissing, TaskHidden, TaskMoved, or RequestError
 */
export async function moveVisit(
  { from, to, id }: VisitMove,
  copies: FileCopies,
  progress: MoveProgress,
): Promise<MovedResult> {
  const move = async (attempt: string) =>
    saveWithRevision<{ revision: number; row: SiteRow; target: EditedSite }, MovedResult>({
      read: async () => {
        const [row, target] = await Promise.all([readSiteTasks(from.name), readSite(to.id)]);
        return { revision: row.revision, row, target };
      },
      write: async ({ row, target }) => {
        const task = row.tasks2024.find((candidate) => candidate.id === id);
        if (!task) throw new TaskMissing();
        // a hidden visit may be the result of this same move, whose answer was lost; the database recognises the attempt
        const files = task.showing === 'True' ? await copiedFiles(task, copies, progress) : { photos: [] };
        progress.signal.throwIfAborted();
        progress.onSaving();
        copies.isFiled ||= task.showing === 'True';
        const response = await supabase
          .rpc('move_visit', {
            site_id: row.id,
            revision: row.revision,
            task_id: id,
            to_site: to.id,
            to_revision: target.revision,
            ...files,
          })
          .setHeader(attemptHeader, attempt);
        throwIfRepeated(response);
        if (response.error?.code === 'PT409') return null;
        if (response.error?.hint === 'hidden') throw new TaskHidden();
        if (response.error?.hint === 'full') throw new SiteFull();
        return v.parse(filedVisit, dataOf(response));
      },
    });
  const moved = await orMoved(from.name, id, () => withIdempotencyKey(`move/${from.id}/${id}`, { to: to.id }, move));
  await invalidateVisits();
  return moved;
}

/**
 * Undoes a move: in one transaction, the visit is shown again at its first site and hidden at the other site.
 * @param change the line of the change log of the move
 * @throws MovedVisitChanged when the visit was changed, deleted or moved again at the other site
 */
export async function moveBack(change: number): Promise<void> {
  try {
    await restoreChange(change);
  } catch (error) {
    throw serverRefusal(error).code === 'PT409' ? new MovedVisitChanged() : error;
  }
  await invalidateVisits();
}

async function invalidateVisits(): Promise<void> {
  invalidateSites();
  await queryClient.invalidateQueries({ queryKey: foundVisitsKey });
}

const concurrency = 4;

/** Copies the files of a visit, and returns the stored URLs of the copies; null for a photo that is left behind. */
async function copiedFiles(
  task: StoredTask,
  copies: FileCopies,
  { without, signal, onCopied }: MoveProgress,
): Promise<{ photos: (string | null)[]; pdf?: string }> {
  const all = [...new Set([...task.urls, task.pdf])].filter((url) => url !== '');
  const remaining = all.filter((url) => !copies.urls.has(url));
  const existingObjects = await signFiles(remaining.flatMap((url) => objectsOf(url)));
  const missing = remaining.filter((url) => !existingObjects.has(objectNameOf(url) ?? ''));
  if (missing.some((url) => !without?.urls.has(url))) throw new FilesMissing(task, missing);

  const total = all.length - missing.length;
  const notifyProgress = () => onCopied(copies.urls.size, total);
  notifyProgress();
  // the first copy that fails stops the others
  const failureController = new AbortController();
  const copySignal = anySignal([signal, failureController.signal]);
  const limit = pLimit(concurrency);
  const copying = remaining
    .filter((url) => !missing.includes(url))
    .map((url) =>
      limit(async () => {
        try {
          copies.urls.set(url, await copyToSite(url, copies.siteId, existingObjects, copySignal));
          notifyProgress();
        } catch (error) {
          failureController.abort(error);
          throw error;
        }
      }),
    );
  const [failed] = (await Promise.allSettled(copying)).filter(({ status }) => status === 'rejected');
  signal.throwIfAborted();
  if (failed) await Promise.all(copying);
  await expectStored(copies);
  const urlOf = (url: string) => copies.urls.get(url) ?? null;
  return { photos: task.urls.map((url) => urlOf(url)), pdf: urlOf(task.pdf) ?? '' };
}

/** The object names of a file and, for a photo, of its small rendition, which may not exist. */
function objectsOf(url: string): string[] {
  const name = objectNameOf(url);
  if (name === null) return [];
  return name.endsWith('.pdf') ? [name] : [name, smallNameOf(name)];
}

/** Copies a file to a site, and returns the stored URL of the copy. @param existing the objects in the storage, by name */
async function copyToSite(
  url: string,
  siteId: number,
  existing: ReadonlyMap<string, string>,
  copySignal: AbortSignal,
): Promise<string> {
  const [name = '', ...small] = objectsOf(url);
  const copy = newCopyName(name, siteId);
  const send = async (source: string, target: string) => {
    copySignal.throwIfAborted();
    await retry(() => copyFile(source, target), {
      delaysMs: [1_000, 3_000],
      mayRetry: (error) => !copySignal.aborted && isNoService(error),
    });
  };
  // the small rendition first: a reader who finds the large one must find both
  for (const rendition of small) if (existing.has(rendition)) await send(rendition, smallNameOf(copy));
  await send(name, copy);
  return storedUrlOf(copy);
}

/** Checks that all copies are in the storage, because a visit must not refer to a missing file (`decisions §5`). @throws RequestError */
async function expectStored(copies: FileCopies): Promise<void> {
  const names = [...copies.urls.values()].map((url) => objectNameOf(url) ?? '');
  const stored = names.length === 0 ? new Map() : await signFiles(names);
  for (const [url, copy] of copies.urls) if (!stored.has(objectNameOf(copy) ?? '')) copies.urls.delete(url);
  if (stored.size < names.length) throw new RequestError('A copy was not stored', 0, 'response');
}
