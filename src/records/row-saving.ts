import { t } from '../lib/language/translate.ts';
import { notify } from '../lib/notify.ts';
import { isNoService, serverRefusal } from '../lib/request-error.ts';
import { RemovedMeanwhile, type RowBeside, type siteRowSaving } from './site-rows.ts';

export type RowSaving<Row extends RowBeside, Fields extends object> = ReturnType<typeof siteRowSaving<Row, Fields>>;

/** The messages about one kind of rows, in the reader's language. */
export interface RowWords<Row> {
  saved: () => string;
  removed: (row: Row) => string;
  back: (row: Row) => string;
  /** Somebody else removed the row first. */
  gone: () => string;
  /** Somebody else changed the same field first. @param theirs the row with that change */
  overtaken: (theirs: Row) => string;
  /** The site has the largest number of rows already. */
  full: () => string;
}

/** The message why a row could not be saved. @param typed whether typed text is still on the screen */
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
  /** Invalidates the queries that show the rows. */
  onChanged: () => void;
}

/** Removes a row and offers to undo that, or brings it back. It shows its own messages, because the offer may outlive the screen. */
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
  // after an error too, because the change may have been saved although its answer was lost
  onChanged();
}
