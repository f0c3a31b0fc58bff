import { connection } from '../../lib/connection.ts';
import { fetchCode } from '../../lib/fetch-code.ts';
import { t } from '../../lib/language/translate.ts';
import { isNoService } from '../../lib/request-error.ts';
import { newBatch } from '../../records/change-log/batch.ts';
import { canRestore, type Change } from '../../records/change-log/change-log.ts';
import { restoreChange } from '../../records/change-log/restore-change.ts';
import { isArchived } from '../../records/site/archive.ts';
import { readSite } from '../../records/site/site-queries.ts';
import { restoreRefusal } from './restoring.ts';

/** The result of undoing an action. */
export interface BatchUndone {
  /** The changes that are undone. */
  done: readonly Change[];
  /** The changes that cannot be undone, each with a message that says why. */
  refused: readonly { change: Change; text: string }[];
  /** The changes that failed, and those that were not reached because the connection was lost or *Cancel* was pressed. */
  remaining: readonly Change[];
  cancelled: boolean;
}

interface UndoOptions {
  signal: AbortSignal;
  /** Called before each change is undone. */
  onChange: (index: number, change: Change) => void;
}

/** Whether the change added a site (`maintable` is the table of the sites). */
const isAddedSite = ({ operation, table_name: table }: Change) => operation === 'INSERT' && table === 'maintable';

/**
 * The changes of an action that can be undone, the newest first. The addition of a site is among them: it is undone by archiving the site,
 * because no record is ever removed.
 */
export const undoableChanges = (changes: readonly Change[]): Change[] =>
  changes.filter((change) => canRestore(change) || isAddedSite(change)).toSorted((a, b) => b.id - a.id);

/** Undoes one change. @returns a message that says why it cannot be undone; null if it was undone @throws RequestError */
async function undoChange(change: Change, batch: string): Promise<string | null> {
  if (isAddedSite(change)) return archiveAddedSite(change, batch);
  await restoreChange(change.id, batch);
  return null;
}

/** Archives an added site, unless it was changed since. @returns a message that says why it was not archived; null if it was */
async function archiveAddedSite({ row_id: id }: Change, batch: string): Promise<string | null> {
  const site = await readSite(id);
  if (isArchived(site)) return null;
  // a new record has the first revision
  if (site.revision > 1) return t('This site has been changed since it was added, so it stays.');
  const { saveArchive } = await fetchCode(() => import('../../records/site/archive-calls.ts'));
  await saveArchive(site, { do: 'archive', endAccess: false }, batch);
  return null;
}

/**
 * Undoes changes one after the other, each as if it were restored by itself: what was changed again since stays. In the log the undoing is one
 * action too. It never throws; the result contains the changes that were not undone.
 */
export async function undoBatch(changes: readonly Change[], { signal, onChange }: UndoOptions): Promise<BatchUndone> {
  const batch = newBatch();
  const done: Change[] = [];
  const refused: { change: Change; text: string }[] = [];
  const remaining: Change[] = [];
  for (const [index, change] of changes.entries()) {
    if (signal.aborted) break;
    onChange(index, change);
    try {
      // the changes are undone one after the other, so that the person can cancel
      const refusalText = await undoChange(change, batch);
      if (refusalText) refused.push({ change, text: refusalText });
      else done.push(change);
    } catch (error) {
      const { text, final } = restoreRefusal(error);
      if (final) {
        refused.push({ change, text });
        continue;
      }
      console.error('A change could not be undone', error);
      remaining.push(change);
      // without the service each remaining change would fail too, after a timeout
      if (isNoService(error) && (await connection.isLost())) break;
    }
  }
  const reachedCount = done.length + refused.length + remaining.length;
  return { done, refused, remaining: [...remaining, ...changes.slice(reachedCount)], cancelled: signal.aborted };
}
