import { useMutationState } from '@tanstack/react-query';
import * as v from 'valibot';
import { saveTasks, tasksQuery, tasksSaved } from '../../records/task/task-queries.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { AlreadySo, TaskMissing, withShowing } from './task-changes.ts';

const change = v.object({ id: v.number(), showing: v.picklist(['True', 'False']) });
type Change = v.InferOutput<typeof change>;

/**
 * Deletes a task, which hides it and offers an undo, or restores it. It reports the outcome itself, because the undo can
 * be pressed after the screen was left.
 */
export function changeShowing(site: string, id: number, showing: Change['showing']): void {
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationKey: ['showing', site],
    // one after the other: they would only collide
    scope: { id: `tasks of ${site}` },
    mutationFn: (wanted: Change) => saveTasks(site, (tasks) => withShowing(tasks, wanted.id, wanted.showing)),
    onSuccess: async (saved: StoredTask[]) => {
      await tasksSaved(site, saved);
      if (showing === 'False') notify.undo('Task removed.', () => changeShowing(site, id, 'True'));
      else notify.success('Task restored.');
    },
    onError: async (error) => {
      const said = reasonOf(error, showing);
      notify.error(said ?? (showing === 'False' ? 'Failed to delete the task.' : 'Error updating data.'));
      if (said === null) console.error('The task could not be hidden or shown', error);
      else await queryClient.invalidateQueries({ queryKey: tasksQuery(site).queryKey });
    },
  });
  // `onError` has told the person
  mutation.execute({ id, showing }).catch(() => null);
}

/** What others did first; null when the save itself failed. */
function reasonOf(error: unknown, wanted: Change['showing']): string | null {
  if (error instanceof TaskMissing) return 'This task is not there any more.';
  if (!(error instanceof AlreadySo)) return null;
  return wanted === 'False'
    ? 'This task was deleted meanwhile. You find it under Deleted.'
    : 'This task was restored meanwhile. You find it under Shown.';
}

/** The tasks as they will be when all that is on its way has arrived. */
export function useExpected(site: string, tasks: readonly StoredTask[]): readonly StoredTask[] {
  const changes = useMutationState({
    filters: { mutationKey: ['showing', site], status: 'pending' },
    select: ({ state }) => v.parse(change, state.variables),
  });
  if (changes.length === 0) return tasks;
  const showing = new Map(changes.map((one) => [one.id, one.showing]));
  return tasks.map((one) => ({ ...one, showing: showing.get(one.id) ?? one.showing }));
}
