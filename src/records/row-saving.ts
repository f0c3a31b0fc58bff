import { t } from '../lib/language/translate.ts';
import { notify } from '../lib/notify.ts';
import { isNoService, serverRefusal } from '../lib/request-error.ts';
import { RemovedMeanwhile, type RowBeside, type siteRowSaving } from './site-rows.ts';

export type RowSaving<Row extends RowBeside, Fields extends object> = ReturnType<typeof siteRowSaving<Row, Fields>>;

/** What is said of the rows of a kind, in the reader's language. */
export interface RowWords<Row> {
  saved: () => string;
  removed: (row: Row) => string;
  back: (row: Row) => string;
  /** Somebody removed it first. */
  gone: () => string;
  /** Somebody else changed the same field first: what it is now. */
  overtaken: (theirs: Row) => string;
  /** The site has as many as it may have. */
  full: () => string;
}

/** Why a row could not be saved; `typed`: whether something typed is still on the screen. */
export function rowProblem<Row>(error: unknown, words: RowWords<Row>, typed: boolean): string {
  if (error instanceof RemovedMeanwhile) return words.gone();
  if (serverRefusal(error).hint?.endsWith('-full')) return words.full();
  if (isNoService(error))
    return typed
      ? t('The service does not answer. What you typed is still here: try again.')
      : t('The service does not answer. Check the list and try again.');
  return typed
    ? t('Error updating data. What you typed is still here: try again.')
    : t('Error updating data. Try again.');
}

interface Removal<Row extends RowBeside, Fields extends object> {
  row: Row;
  hidden: boolean;
  saving: RowSaving<Row, Fields>;
  words: RowWords<Row>;
  /** Has what shows the rows read again. */
  onChanged: () => void;
}

/** Removes a row, with an offer to undo that, or brings it back. Reports the outcome itself, as the undo outlives the screen. */
export async function changeRowHidden<Row extends RowBeside, Fields extends object>(
  removal: Removal<Row, Fields>,
): Promise<void> {
  const { row, hidden, saving, words, onChanged } = removal;
  try {
    const saved = await saving.setHidden(row, hidden);
    if (hidden) notify.undo(words.removed(row), () => void changeRowHidden({ ...removal, row: saved, hidden: false }));
    else notify.success(words.back(row));
  } catch (error) {
    console.error('The row could not be hidden or shown', error);
    notify.error(rowProblem(error, words, false));
  }
  // after an error too, which may hide a success
  onChanged();
}
