import { useMutationState } from '@tanstack/react-query';
import * as v from 'valibot';
import { message, said, t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { movedMeanwhile, orMoved, TaskMoved } from '../../records/task/moved-visits.ts';
import { ShowingUnchanged, TaskMissing, withShowing } from '../../records/task/task-changes.ts';
import {
  foundVisitsKey,
  hiddenVisitTopic,
  isDayOver,
  saveTasks,
  tasksQuery,
  tasksSaved,
  dayOverText,
} from '../../records/task/task-queries.ts';
import type { StoredTask } from '../../records/task/task.ts';
import type { ShowingWords } from '../../records/task/visit-actions.ts';

const changeSchema = v.object({ id: v.number(), showing: v.picklist(['True', 'False']) });
type ShowingChange = v.InferOutput<typeof changeSchema>;

const deletion: ShowingWords = {
  hidden: message('Visit removed.'),
  shown: message('Visit restored.'),
  notHidden: message('Failed to delete the task.'),
  hiddenMeanwhile: message('This visit was deleted in the meantime. It is under Deleted.'),
  shownMeanwhile: message('This visit was restored in the meantime. It is under Shown.'),
};

/**
 * Deletes (hides) or restores a task, unless it is being changed already. It is no hook, and reports the outcome by messages, because *Undo*
 * can be pressed after the screen was left.
 */
export function changeShowing(site: string, id: number, showing: ShowingChange['showing'], words = deletion): void {
  const pendingChanges = queryClient.getMutationCache().findAll(pendingIn(site));
  if (pendingChanges.some(({ state }) => changeOf(state).id === id)) return;
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationKey: ['showing', site],
    // mutations of the same scope run one after the other: two changes of a site at once would collide
    scope: { id: `tasks of ${site}` },
    mutationFn: (request: ShowingChange) =>
      orMoved(site, request.id, () =>
        saveTasks(site, request, (tasks) => withShowing(tasks, request.id, request.showing)),
      ),
    onSuccess: async (saved: StoredTask[]) => {
      await tasksSaved(site, saved);
      if (showing === 'False')
        notify.undo(said(words.hidden), () => changeShowing(site, id, 'True', words), hiddenVisitTopic(site, id));
      else notify.success(said(words.shown));
    },
    onError: async (error) => {
      const problem = showingProblem(error, showing, words);
      notify.error(problem ?? (showing === 'False' ? said(words.notHidden) : t('Error updating data.')));
      if (problem === null) return console.error('The visit could not be hidden or shown', error);
      await queryClient.invalidateQueries({ queryKey: tasksQuery(site).queryKey });
      return queryClient.invalidateQueries({ queryKey: foundVisitsKey });
    },
  });
  // `onError` has already reported it
  mutation.execute({ id, showing }).catch(() => null);
}

/** Why the task could not be changed: somebody else was first, or it is refused. Null when the save itself failed. */
function showingProblem(error: unknown, showing: ShowingChange['showing'], words: ShowingWords): string | null {
  if (error instanceof TaskMissing) return t('This visit no longer exists.');
  if (error instanceof TaskMoved) return movedMeanwhile(error.there);
  if (isDayOver(error)) return said(dayOverText);
  if (!(error instanceof ShowingUnchanged)) return null;
  return said(showing === 'False' ? words.hiddenMeanwhile : words.shownMeanwhile);
}

/** Whether a task is being deleted or restored now. */
export function useIsChanging(site: string, id: number): boolean {
  return useShowingChanges(site).some((pending) => pending.id === id);
}

function useShowingChanges(site: string): ShowingChange[] {
  return useMutationState({ filters: pendingIn(site), select: ({ state }) => changeOf(state) });
}

/** A filter for the pending mutations that delete or restore tasks of a site. */
const pendingIn = (site: string) => ({ mutationKey: ['showing', site], status: 'pending' }) as const;
const changeOf = ({ variables }: { variables: unknown }) => v.parse(changeSchema, variables);

/** The tasks as they will be once all pending changes are saved. */
export function useTasksAfterChanges(site: string, tasks: readonly StoredTask[]): readonly StoredTask[] {
  const changes = useShowingChanges(site);
  if (changes.length === 0) return tasks;
  const showing = new Map(changes.map((pending) => [pending.id, pending.showing]));
  return tasks.map((task) => ({ ...task, showing: showing.get(task.id) ?? task.showing }));
}
