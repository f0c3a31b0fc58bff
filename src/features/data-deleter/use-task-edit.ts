import { useState } from 'react';
import { saveTasks } from '../../records/task/save-tasks.ts';
import { missingFields, type TypedTask } from '../../records/task/new-task.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { EditConflict, editOf, TaskHidden, typedAnew, typedTask, withEdit } from './task-edit.ts';
import type { EditedField } from './task-edit.ts';
import { TaskGone } from './task-showing.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { tasksQuery, tasksSaved } from './tasks-query.ts';

/** Whose value of a field is kept. */
export type Whose = 'mine' | 'theirs';

/** `deleted` and `gone`: what somebody else did to the task meanwhile. */
export type SaveState = 'idle' | 'saving' | 'failed' | 'deleted' | 'gone';

/**
 * What is typed over a task, and its way into the stored array.
 * @param onDone gets the task as it is stored, or nothing when nothing had to be saved.
 */
export function useTaskEdit(site: string, task: StoredTask, onDone: (saved: StoredTask | undefined) => void) {
  const [base, setBase] = useState(task);
  const [typed, setTyped] = useState(() => typedTask(task));
  const [asked, setAsked] = useState(false);
  const [state, setState] = useState<SaveState>('idle');
  const [conflict, setConflict] = useState<EditConflict | null>(null);

  const write = async (from: StoredTask, values: TypedTask, restore: boolean) => {
    const edit = editOf(from, values);
    if (!edit) return setAsked(true);
    if (Object.keys(edit).length === 0 && !restore) {
      notify.success('Nothing was changed.');
      return onDone(undefined);
    }
    setState('saving');
    try {
      const saved = await saveTasks(site, (stored) => withEdit(stored, from, edit, restore));
      await tasksSaved(site, saved);
      notify.success('Data updated successfully!');
      return onDone(saved.find(({ id }) => id === from.id));
    } catch (error) {
      return fail(error);
    }
  };

  const fail = (error: unknown) => {
    if (error instanceof EditConflict) {
      setState('idle');
      setConflict(error);
    } else if (error instanceof TaskHidden) setState('deleted');
    else if (error instanceof TaskGone) setState('gone');
    else {
      console.error('The task could not be corrected', error);
      setState('failed');
    }
  };

  return {
    typed,
    state,
    conflict,
    changed: typedAnew(base, typed).length > 0,
    /** Empty until a save was asked for. */
    missing: asked ? missingFields(typed) : [],
    type: (values: Partial<TypedTask>) => {
      setTyped({ ...typed, ...values });
      if (state === 'failed') setState('idle');
    },
    /** `restore`: shows the task again, which somebody deleted meanwhile. */
    save: (restore = false) => void write(base, typed, restore),
    /** Saves with whose values were chosen, on top of their task. */
    resolve: (whose: Partial<Record<EditedField, Whose>>) => {
      if (!conflict) return undefined;
      const { theirs } = conflict;
      const mine = typedAnew(base, typed).filter((field) => whose[field] !== 'theirs');
      const next = typedTask(theirs);
      for (const field of mine) Object.assign(next, pick(typed, field));
      setConflict(null);
      if (mine.length === 0) {
        void queryClient.invalidateQueries({ queryKey: tasksQuery(site).queryKey });
        notify.success('Their values are kept. Nothing is left to save.');
        return onDone(theirs);
      }
      setBase(theirs);
      setTyped(next);
      return void write(theirs, next, theirs.showing === 'False');
    },
    closeConflict: () => setConflict(null),
  };
}

function pick(typed: TypedTask, field: EditedField): Partial<TypedTask> {
  return field === 'tasks' ? { text: typed.text } : { [field]: typed[field] };
}
