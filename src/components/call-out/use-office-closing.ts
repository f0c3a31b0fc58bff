import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isNoService } from '../../lib/request-error.ts';
import { useSingleMutation } from '../../lib/screen/single-mutation.ts';
import { siteRecordsKey } from '../../records/site/site-queries.ts';
import { movedMeanwhile, orMoved, TaskMoved } from '../../records/task/moved-visits.ts';
import {
  FollowUpChanged,
  TaskHidden,
  TaskMissing,
  withOfficeClosing,
  type OfficeClosing,
} from '../../records/task/task-changes.ts';
import { saveTasks, tasksSaved } from '../../records/task/task-queries.ts';
import { siteStamp } from '../../records/time.ts';

/**
 * Closes recommendations of a site without a visit, and opens them again. If somebody else was first, a message says so, because the
 * visit itself may have disappeared from the screen.
 * @param onDone called when it is saved, and when there is nothing left to save
 * @returns `problem` is why the last attempt failed, if another attempt may succeed; else null
 */
export function useOfficeClosing(site: string, onDone?: () => void) {
  const saving = useSingleMutation({
    mutationFn: (closing: OfficeClosing) =>
      orMoved(site, closing.id, () =>
        // the time is not part of the request that identifies the save: a second press would otherwise be another save
        saveTasks(site, { ...closing }, (stored) => withOfficeClosing(stored, closing, siteStamp(new Date()))),
      ),
    onSuccess: async (saved, { reason }) => {
      await tasksSaved(site, saved);
      notify.success(reason === null ? t('Recommendation opened again.') : t('Recommendation closed.'));
      onDone?.();
    },
    onError: async (error) => {
      const text = changedText(error);
      if (text === null) return console.error('The recommendation could not be closed or opened', error);
      notify.error(text);
      onDone?.();
      return queryClient.invalidateQueries({ queryKey: siteRecordsKey });
    },
  });
  const { error, isPending, mutate } = saving;
  return { isPending, mutate, problem: error && changedText(error) === null ? problemText(error) : null };
}

function problemText(error: Error): string {
  if (!isNoService(error)) return t('Error updating data.');
  // the save may have succeeded although its answer was lost; pressing again repeats the same attempt
  return t('There is no connection. Try again when there is one: it is saved only once.');
}

/** What somebody else did first; null for any other error. */
function changedText(error: Error): string | null {
  if (error instanceof FollowUpChanged)
    return t('Somebody else has changed this recommendation in the meantime. Nothing was saved.');
  if (error instanceof TaskMoved) return movedMeanwhile(error.there);
  if (error instanceof TaskHidden) return t('Somebody else has deleted this visit in the meantime.');
  return error instanceof TaskMissing ? t('This visit no longer exists.') : null;
}
