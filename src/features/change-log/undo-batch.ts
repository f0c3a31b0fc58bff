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

/** How undoing an action has ended. */
export interface BatchUndone {
  /** The changes that are undone. */
  done: readonly Change[];
  /** The changes that stay, and why. */
  refused: readonly { change: Change; text: string }[];
  /** The changes that failed, or were not reached before the connection was lost or *Cancel* pressed. */
  remaining: readonly Change[];
  cancelled: boolean;
}

interface UndoOptions {
  signal: AbortSignal;
  /** Called before each change. */
  onChange: (index: number, change: Change) => void;
}

const isAddedSite = ({ operation, table_name: table }: Change) => operation === 'INSERT' && table === 'maintable';

/**
 * The changes of an action that can be undone, the newest first. A site that the action added counts too: it is archived, because no record is
 * ever removed.
 */
export const undoableChanges = (changes: readonly Change[]): Change[] =>
  changes.filter((change) => canRestore(change) || isAddedSite(change)).toSorted((a, b) => b.id - a.id);

/** Undoes one change. @returns why it stays; null where it is undone now. @throws RequestError */
async function undoChange(change: Change, batch: string): Promise<string | null> {
  if (isAddedSite(change)) return archiveAddedSite(change, batch);
  await restoreChange(change.id, batch);
  return null;
}

/** Archives a site, unless it was changed since it was added. @returns as `undoChange` does */
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
 * Undoes changes, one after the other, each as if it were restored alone: what was changed again since stays. What
 * undoing writes into the log is one action too. Never throws: what was not done is in the result.
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
      // one change after the other, so that it can be cancelled
      const stays = await undoChange(change, batch);
      if (stays) refused.push({ change, text: stays });
      else done.push(change);
    } catch (error) {
      const { text, final } = restoreRefusal(error);
      if (final) {
        refused.push({ change, text });
        continue;
      }
      console.error('A change could not be undone', error);
      remaining.push(change);
      // the remaining changes would fail too, each after a while
      if (isNoService(error) && (await connection.isLost())) break;
    }
  }
  const reached = done.length + refused.length + remaining.length;
  return { done, refused, remaining: [...remaining, ...changes.slice(reached)], cancelled: signal.aborted };
}
