import { newTask, type StoredTask, type TypedTask } from '../../records/task/stored-task.ts';

export class TaskMissing extends Error {
  constructor() {
    super('The task is not there any more');
    this.name = 'TaskMissing';
  }
}

/** What can be corrected of a task, in the order of the form. */
const editedFields = ['year', 'month', 'title', 'tasks'] as const;
export type EditedField = (typeof editedFields)[number];

/** New values of the fields that are changed, and of no others. */
export type TaskEdit = Partial<Pick<StoredTask, EditedField>>;

/** Somebody else changed the same fields first. */
export class EditConflict extends Error {
  readonly theirs: StoredTask;
  readonly fields: readonly EditedField[];

  constructor(theirs: StoredTask, fields: readonly EditedField[]) {
    super('Somebody else changed the same fields');
    this.name = 'EditConflict';
    this.theirs = theirs;
    this.fields = fields;
  }
}

/** Somebody else deleted the task while it was corrected. */
export class TaskHidden extends Error {
  constructor() {
    super('The task was deleted meanwhile');
    this.name = 'TaskHidden';
  }
}

export function typedTask({ year, month, title, tasks }: StoredTask): TypedTask {
  return { year, month, title, text: tasks };
}

/** The fields that were changed in the form. What was only shown is never rewritten, not even tidied. */
export function changedTaskFields(base: StoredTask, typed: TypedTask): EditedField[] {
  return editedFields.filter((field) => base[field] !== typed[field === 'tasks' ? 'text' : field]);
}

/** What is to be saved; null while a field is empty (`spec §5`). */
export function editOf(base: StoredTask, typed: TypedTask): TaskEdit | null {
  const whole = newTask(typed, base.time, { photos: base.urls, pdf: base.pdf });
  if (!whole) return null;
  const changed = changedTaskFields(base, typed).filter((field) => whole[field] !== base[field]);
  return Object.fromEntries(changed.map((field) => [field, whole[field]]));
}

/**
 * The stored tasks with one of them corrected. Fields that only others changed stay as they made them.
 * @param base the task as it was when its form was opened.
 * @param restore whether a task that was deleted since is shown again.
 * @throws TaskMissing, TaskHidden, or EditConflict when the same field is different from `base` and from what is wanted.
 */
export function withTaskEdit(
  stored: readonly StoredTask[],
  base: StoredTask,
  edit: TaskEdit,
  restore: boolean,
): StoredTask[] {
  const theirs = stored.find(({ id }) => id === base.id);
  if (!theirs) throw new TaskMissing();
  if (theirs.showing === 'False' && !restore) throw new TaskHidden();
  const fields = editedFields.filter(
    (field) => edit[field] !== undefined && theirs[field] !== base[field] && theirs[field] !== edit[field],
  );
  if (fields.length > 0) throw new EditConflict(theirs, fields);
  return stored.map((one) => (one === theirs ? { ...one, ...edit, showing: 'True' } : one));
}

/** Somebody else hid or showed the task first. */
export class AlreadySo extends Error {
  constructor() {
    super('The task is as it should become already');
    this.name = 'AlreadySo';
  }
}

/**
 * The stored tasks with one of them hidden (deleted) or shown again (`spec §4`); it is never taken out.
 * @throws TaskMissing, or AlreadySo.
 */
export function withShowing(stored: readonly StoredTask[], id: number, showing: StoredTask['showing']): StoredTask[] {
  const there = stored.find((one) => one.id === id);
  if (!there) throw new TaskMissing();
  if (there.showing === showing) throw new AlreadySo();
  return stored.map((one) => (one === there ? { ...one, showing } : one));
}
