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
import { attemptHeader, withIdempotencyKey, refuseRepetition } from '../attempt.ts';
import { restoreChange } from '../change-log/restore-change.ts';
import { saveWithRevision } from '../save-with-revision.ts';
import { invalidateSites, readSite, type EditedSite } from '../site/site-queries.ts';
import { orMoved } from './moved-visits.ts';
import { TaskHidden, TaskMissing } from './task-changes.ts';
import { foundVisitsKey, readSiteTasks, type SiteRow } from './task-queries.ts';
import type { StoredTask } from './task.ts';

/*
 * Files a visit at another site (`decisions §8`). It promises both or neither: the database adds the visit there and hides it here
 * in one transaction, once, however often it is asked for. The files are copied before, as a visit refers only to files in the
 * folder of its site; the storage copies them, a request for each, and this can be stopped. Copies of a move that fails are kept for
 * the next try or removed; one that stays does no harm. Files that are not in the storage are asked about before anything is copied.
 */

type MoveTarget = Pick<EditedSite, 'id' | 'name'>;

/** A visit, the site that it was filed at by mistake, and the one that it belongs to (`decisions §8`). */
export interface VisitMove {
  from: MoveTarget;
  to: MoveTarget;
  /** At the first site. */
  id: number;
}

/** The copies of a visit's files in the storage; a move that is tried again reuses them. */
export class FileCopies {
  /** By the stored URL of the original. */
  readonly urls = new Map<string, string>();
  /** Whether a visit may refer to them, so that they stay. */
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
  /** Stored URLs. */
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
  /** Stops it while files are copied. */
  signal: AbortSignal;
  onCopied: (done: number, total: number) => void;
  /** Called when it cannot be stopped any more. */
  onStoring: () => void;
}

/** Where a visit was filed: its id there, and the line of the change log by which the move is taken back. */
const filedVisit = v.pipe(
  v.object({ task_id: v.number(), change: v.optional(v.number()) }),
  v.transform(({ task_id: id, change }) => ({ id, change })),
);
type MovedResult = v.InferOutput<typeof filedVisit>;

/**
 * Files a visit at another site, with copies of its files, and hides it here: both or neither, and once however often
 * it is asked for. (throws as before)
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
        // this very move may have hidden it and lost its answer: the database knows
        const files = task.showing === 'True' ? await copiedFiles(task, copies, progress) : { photos: [] };
        progress.signal.throwIfAborted();
        progress.onStoring();
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
        refuseRepetition(response);
        if (response.error?.code === 'PT409') return null;
        if (response.error?.hint === 'hidden') throw new TaskHidden();
        if (response.error?.hint === 'full') throw new SiteFull();
        return v.parse(filedVisit, dataOf(response));
      },
    });
  const moved = await orMoved(from.name, id, () => withIdempotencyKey(`move/${from.id}/${id}`, { to: to.id }, move));
  await visitsMoved();
  return moved;
}

/**
 * Takes a move back: the visit is shown again where it was, and hidden at the other site: both or neither, and once.
 * @param change the line of the change log by which it is taken back
 * @throws MovedVisitChanged, as what was changed there would be hidden, or the visit was deleted there or moved on
 */
export async function moveBack(change: number): Promise<void> {
  try {
    await restoreChange(change);
  } catch (error) {
    throw serverRefusal(error).code === 'PT409' ? new MovedVisitChanged() : error;
  }
  await visitsMoved();
}

async function visitsMoved(): Promise<void> {
  invalidateSites();
  await queryClient.invalidateQueries({ queryKey: foundVisitsKey });
}

const concurrency = 4;

/** The copies of a visit's files as the database takes them, null for a photo that is left behind. */
async function copiedFiles(
  task: StoredTask,
  copies: FileCopies,
  { without, signal, onCopied }: MoveProgress,
): Promise<{ photos: (string | null)[]; pdf?: string }> {
  const all = [...new Set([...task.urls, task.pdf])].filter((url) => url !== '');
  const remaining = all.filter((url) => !copies.urls.has(url));
  const existing = await signFiles(remaining.flatMap((url) => objectsOf(url)));
  const missing = remaining.filter((url) => !existing.has(objectNameOf(url) ?? ''));
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
          copies.urls.set(url, await copyToSite(url, copies.siteId, existing, copySignal));
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

/** A file of a visit and its small rendition, which a photo may lack. */
function objectsOf(url: string): string[] {
  const name = objectNameOf(url);
  if (name === null) return [];
  return name.endsWith('.pdf') ? [name] : [name, smallNameOf(name)];
}

/** Copies a file to a site, and returns the URL of the copy. @param existing what is in the storage */
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

/** Looks whether all copies are there: a visit never refers to a file that is not (`decisions §5`). @throws RequestError */
async function expectStored(copies: FileCopies): Promise<void> {
  const names = [...copies.urls.values()].map((url) => objectNameOf(url) ?? '');
  const stored = names.length === 0 ? new Map() : await signFiles(names);
  for (const [url, copy] of copies.urls) if (!stored.has(objectNameOf(copy) ?? '')) copies.urls.delete(url);
  if (stored.size < names.length) throw new RequestError('A copy was not stored', 0, 'response');
}
