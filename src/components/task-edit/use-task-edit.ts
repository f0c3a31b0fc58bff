import { useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isNoService } from '../../lib/request-error.ts';
import { useSingleMutation } from '../../lib/screen/single-mutation.ts';
import { useReconnect } from '../../lib/screen/use-reconnect.ts';
import { orMoved, TaskMoved } from '../../records/task/moved-visits.ts';
import {
  changedTaskFields,
  EditConflict,
  editedFields,
  editOf,
  TaskMissing,
  TaskHidden,
  typedPart,
  withTaskEdit,
  type ContestedField,
  type TaskEdit,
} from '../../records/task/task-changes.ts';
import { isDayOver, saveTasks, tasksQuery, tasksSaved } from '../../records/task/task-queries.ts';
import type { StoredTask, TaskFiles } from '../../records/task/task.ts';
import { readTask, typedTask, typedWith, type TypedTask } from '../../records/task/typed-task.ts';
import { filesEdit, rebaseFiles } from '../../records/upload/task-file-changes.ts';
import type { Whose } from '../../ui/message/ConflictDialog.tsx';

/**
 * `waiting`: there is no service, and the save is sent again later. `deleted`, `moved`: somebody else did this meanwhile. `missing`: the
 * visit no longer exists. `late`: a technician may correct a visit only on the day when it was added, and that day is over.
 */
export type SaveState = 'idle' | 'saving' | 'waiting' | 'failed' | 'deleted' | 'moved' | 'missing' | 'late';

interface EditToSave {
  /** The task as it was when its form was opened, or when a conflict was resolved. */
  from: StoredTask;
  edit: TaskEdit;
  /** Restores a task that somebody else has deleted. */
  restore: boolean;
  /** The input at the time of the save. What differs from it when the save succeeds was typed meanwhile. */
  typed: TypedTask;
  files: TaskFiles;
}

export interface EditDraft {
  /** The task as it was when its form was first opened; a restored draft may be days old. */
  base: StoredTask;
  typed: TypedTask;
}

interface EditedFiles {
  taskFiles: TaskFiles;
  /** Called before a save is sent. The save may succeed without a response, so its files must be retained from then on. */
  onSaving: () => void;
  /** Shows the result of a resolved conflict in the form. */
  onResolved: (files: TaskFiles) => void;
}

/** The state of a correction. `onDone` gets the task as the server saved it, or undefined when there was nothing to save. */
export function useTaskEdit(
  site: string,
  draft: EditDraft,
  { taskFiles: files, onSaving, onResolved }: EditedFiles,
  onDone: (saved: StoredTask | undefined) => void,
) {
  const [base, setBase] = useState(draft.base);
  const [typed, setTyped] = useState(draft.typed);
  /** The time of the last save that the form refused because of problems; null if there was none. */
  const [refusedAt, setRefusedAt] = useState<Date | null>(null);
  const saving = useSingleMutation({
    mutationFn: ({ from, edit, restore }: EditToSave) =>
      orMoved(site, from.id, () =>
        saveTasks(site, { id: from.id, edit, restore }, (stored) => withTaskEdit(stored, from, edit, restore)),
      ),
    onSuccess: async (saved, sent) => {
      await tasksSaved(site, saved);
      notify.success(t('Data updated successfully!'));
      const savedTask = saved.find(({ id }) => id === sent.from.id);
      const laterInput = savedTask && changedMeanwhile(sent, savedTask, { typed, files });
      if (!laterInput) return onDone(savedTask);
      // the form stays open with the input that was typed during the save
      setBase(savedTask);
      setTyped(laterInput.typed);
      return onResolved(laterInput.files);
    },
    onError: (error) => {
      if (saveStateAfter(error) === 'failed') console.error('The visit could not be corrected', error);
    },
  });
  const conflict = saving.error instanceof EditConflict ? saving.error : null;
  const { isPending, variables } = saving;
  const moved = saving.error instanceof TaskMoved ? saving.error : undefined;
  /** The save that the service did not answer. It is sent again without a press. */
  const [waiting, setWaiting] = useState<EditToSave | null>(null);
  const unanswered = isNoService(saving.error) ? saving.error : null;
  if (unanswered && variables && waiting !== variables) setWaiting(variables);
  useReconnect(unanswered, () => variables && saving.mutate(variables));
  const isWaiting = isPending && waiting === variables;
  const state: SaveState = isWaiting ? 'waiting' : isPending ? 'saving' : saveStateAfter(saving.error);

  const save = (from: StoredTask, values: TypedTask, newFiles: TaskFiles, restore: boolean) => {
    const now = new Date();
    const fields = editOf(from, values, now);
    if (!fields) return setRefusedAt(now);
    const edit = { ...fields, ...filesEdit(from, newFiles) };
    if (Object.keys(edit).length === 0 && !restore) {
      notify.success(t('Nothing was changed.'));
      return onDone(undefined);
    }
    onSaving();
    return saving.mutate({ from, edit, restore, typed: values, files: newFiles });
  };

  const fileChanges = filesEdit(base, files);
  return {
    base,
    typed,
    state,
    /** Where the visit was moved to meanwhile: null if the access key has no right to that site, undefined if it was not moved. */
    there: moved?.there,
    conflict: conflict && {
      fields: conflict.fields,
      theirs: conflict.theirs,
      leftOut: rebaseFiles(base, conflict.theirs, fileChanges).leftOut,
    },
    changed: changedTaskFields(base, typed).length > 0 || Object.keys(fileChanges).length > 0,
    /** The problems of the input; null until the form has refused a save, and while there is no problem. */
    problems: refusedAt && readTask(typed, refusedAt, typedTask(base)).problems,
    check: () => readTask(typed, new Date(), typedTask(base)).problems,
    type: (values: Partial<TypedTask>) => {
      setTyped(typedWith(typed, values));
      // a save in progress is not cancelled
      if (!isPending && (state === 'failed' || state === 'waiting')) saving.reset();
    },
    save: (restore = false) => save(base, typed, files, restore),
    /** Saves the other person's version with contested fields by choice, and with the other fields that were changed in this form. */
    resolve: (whose: Partial<Record<ContestedField, Whose>>) => {
      if (!conflict) return undefined;
      const { theirs } = conflict;
      const changed = changedTaskFields(base, typed);
      const mine = editedFields.filter((field) => (whose[field] ? whose[field] === 'mine' : changed.includes(field)));
      const resolvedTyped = typedTask(theirs);
      for (const field of mine) Object.assign(resolvedTyped, typedPart(typed, field));
      const merged = rebaseFiles(base, theirs, fileChanges, whose).files;
      const mergedFiles = { photos: merged.urls, pdf: merged.pdf };
      saving.reset();
      if (mine.length === 0 && Object.keys(filesEdit(theirs, mergedFiles)).length === 0) {
        void queryClient.invalidateQueries({ queryKey: tasksQuery(site).queryKey });
        notify.success(t('Their values are kept. Nothing is left to save.'));
        return onDone(theirs);
      }
      setBase(theirs);
      setTyped(resolvedTyped);
      onResolved(mergedFiles);
      return save(theirs, resolvedTyped, mergedFiles, theirs.showing === 'False');
    },
    closeConflict: () => saving.reset(),
  };
}

/** The saved task with the input and files that changed while the save was sent; null if nothing changed. */
function changedMeanwhile(
  { from, typed: sentTyped, files: sentFiles }: EditToSave,
  savedTask: StoredTask,
  current: { typed: TypedTask; files: TaskFiles },
): { typed: TypedTask; files: TaskFiles } | null {
  const sentTask = { ...from, urls: [...sentFiles.photos], pdf: sentFiles.pdf };
  const laterFileChanges = filesEdit(sentTask, current.files);
  const laterFields = Object.entries(current.typed).filter(([field, value]) => Reflect.get(sentTyped, field) !== value);
  if (laterFields.length === 0 && Object.keys(laterFileChanges).length === 0) return null;
  const { urls, pdf } = rebaseFiles(sentTask, savedTask, laterFileChanges).files;
  return {
    typed: { ...typedTask(savedTask), ...(Object.fromEntries(laterFields) as Partial<TypedTask>) },
    files: { photos: urls, pdf },
  };
}

/** The state of the form after an error. A conflict leaves the form idle, because the conflict has a separate dialog. */
function saveStateAfter(error: Error | null): Exclude<SaveState, 'saving'> {
  if (error === null || error instanceof EditConflict) return 'idle';
  if (isNoService(error)) return 'waiting';
  if (error instanceof TaskHidden) return 'deleted';
  if (error instanceof TaskMoved) return 'moved';
  if (isDayOver(error)) return 'late';
  return error instanceof TaskMissing ? 'missing' : 'failed';
}
