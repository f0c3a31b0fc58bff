import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Whose } from '../../ui/message/ConflictDialog.tsx';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { taskProblems, typedTask, typedWith, type TypedTask } from '../../records/task/typed-task.ts';
import { saveTasks, tasksQuery, tasksSaved } from '../../records/task/task-queries.ts';
import {
  changedTaskFields,
  EditConflict,
  editedFields,
  editOf,
  TaskMissing,
  TaskHidden,
  typedPart,
  withTaskEdit,
  type EditedField,
  type TaskEdit,
} from './task-changes.ts';

/** `deleted` and `gone`: what somebody else did to the task. */
export type SaveState = 'idle' | 'saving' | 'failed' | 'deleted' | 'gone';

interface EditToSave {
  /** The task as it was when its form was opened, or as a conflict was decided on. */
  from: StoredTask;
  edit: TaskEdit;
  /** Shows the task again, which somebody else has deleted. */
  restore: boolean;
}

/** `onDone` gets the task as it is stored, or nothing when nothing had to be saved. */
export function useTaskEdit(site: string, task: StoredTask, onDone: (saved: StoredTask | undefined) => void) {
  const [base, setBase] = useState(task);
  const [typed, setTyped] = useState(() => typedTask(task));
  /** When a save was asked for that could not be. */
  const [asked, setAsked] = useState<Date | null>(null);
  const saving = useMutation({
    mutationFn: ({ from, edit, restore }: EditToSave) =>
      saveTasks(site, (stored) => withTaskEdit(stored, from, edit, restore)),
    onSuccess: async (saved, { from }) => {
      await tasksSaved(site, saved);
      notify.success('Data updated successfully!');
      onDone(saved.find(({ id }) => id === from.id));
    },
    onError: (error) => {
      if (saveStateAfter(error) === 'failed') console.error('The task could not be corrected', error);
    },
  });
  const conflict = saving.error instanceof EditConflict ? saving.error : null;
  const state: SaveState = saving.isPending ? 'saving' : saveStateAfter(saving.error);

  const save = (from: StoredTask, values: TypedTask, restore: boolean) => {
    const now = new Date();
    const edit = editOf(from, values, now);
    if (!edit) return setAsked(now);
    if (Object.keys(edit).length === 0 && !restore) {
      notify.success('Nothing was changed.');
      return onDone(undefined);
    }
    return saving.mutate({ from, edit, restore });
  };

  return {
    typed,
    state,
    conflict: conflict && { fields: conflict.fields, theirs: typedTask(conflict.theirs) },
    changed: changedTaskFields(base, typed).length > 0,
    /** Empty until a save was asked for. */
    problems: asked ? taskProblems(typed, asked, typedTask(base)) : {},
    /** What a save would say now. */
    check: () => taskProblems(typed, new Date(), typedTask(base)),
    type: (values: Partial<TypedTask>) => {
      setTyped(typedWith(typed, values));
      if (state === 'failed') saving.reset();
    },
    save: (restore = false) => save(base, typed, restore),
    /** Saves the values that were chosen, on top of what the other person saved. */
    resolve: (whose: Partial<Record<EditedField, Whose>>) => {
      if (!conflict) return undefined;
      const { theirs } = conflict;
      const changed = changedTaskFields(base, typed);
      const mine = editedFields.filter((field) => (whose[field] ?? (changed.includes(field) && 'mine')) === 'mine');
      const next = typedTask(theirs);
      for (const field of mine) Object.assign(next, typedPart(typed, field));
      saving.reset();
      if (mine.length === 0) {
        void queryClient.invalidateQueries({ queryKey: tasksQuery(site).queryKey });
        notify.success('Their values are kept. Nothing is left to save.');
        return onDone(theirs);
      }
      setBase(theirs);
      setTyped(next);
      return save(theirs, next, theirs.showing === 'False');
    },
    closeConflict: () => saving.reset(),
  };
}

/** What an attempt to save left behind; a conflict has its own dialog and leaves the form as it was. */
function saveStateAfter(error: Error | null): Exclude<SaveState, 'saving'> {
  if (error === null || error instanceof EditConflict) return 'idle';
  if (error instanceof TaskHidden) return 'deleted';
  return error instanceof TaskMissing ? 'gone' : 'failed';
}
