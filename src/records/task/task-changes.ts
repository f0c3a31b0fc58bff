import { statedAnswers } from '../fault/answers.ts';
import { merge } from '../merge.ts';
import { filesEdit, rebaseFiles, type FileField, type FilesEdit } from '../upload/task-file-changes.ts';
import { isOutOfOrder } from './call-out-times.ts';
import { followUps, statedCloses, statedFollow } from './follow-ups.ts';
import { byMember, optionalMembers, statedText, timeMemberNames, type OptionalMember } from './optional-members.ts';
import type { NewTask, StoredTask } from './task.ts';
import { readTask, typedTask, withoutEmptyMembers, type TypedTask } from './typed-task.ts';
import { isMisfiled, isVisitKind } from './visit.ts';

export class TaskMissing extends Error {
  constructor() {
    super('The task is not there any more');
    this.name = 'TaskMissing';
  }
}

/** The parts of a task that can be corrected, in the order of the form, and the inputs of each. */
const typedParts = {
  time: ['date', 'clock'],
  year: ['year'],
  month: ['month'],
  title: ['title'],
  kind: ['kind'],
  ...byMember((member) => [member]),
  tasks: ['text'],
} as const satisfies Partial<Record<keyof StoredTask, readonly (keyof TypedTask)[]>>;
export type EditedField = keyof typeof typedParts;

export const editedFields: readonly EditedField[] = ['time', 'year', 'month', 'title', ...optionalMembers, 'tasks'];
/** The fields about the time of the visit. They must agree with each other, so a conflict is decided for all of them together. */
const storedDateFields: readonly EditedField[] = ['time', 'year', 'month', ...timeMemberNames];

/** The changed fields of a task. An optional field with an empty value is removed from the task. */
export type TaskEdit = Partial<Pick<StoredTask, Exclude<EditedField, OptionalMember>>> &
  FilesEdit &
  Partial<Pick<TypedTask, OptionalMember>>;

/** A field in which the changes of two people can conflict. */
export type ContestedField = EditedField | FileField;

export class EditConflict extends Error {
  readonly theirs: StoredTask;
  readonly fields: readonly ContestedField[];

  constructor(theirs: StoredTask, fields: readonly ContestedField[]) {
    super('Somebody else changed the same fields');
    this.name = 'EditConflict';
    this.theirs = theirs;
    this.fields = fields;
  }
}

export class TaskHidden extends Error {
  constructor() {
    super('The task was deleted meanwhile');
    this.name = 'TaskHidden';
  }
}

/** The fields that a person edited. Other fields are never rewritten, not even to normalise them. */
export function changedTaskFields(base: StoredTask, typed: TypedTask): EditedField[] {
  const before = typedTask(base);
  const changed = editedFields.filter((field) =>
    typedParts[field].some((part) => partText(typed[part]) !== partText(before[part])),
  );
  // the time of the visit changes with the arrival, even if the typed date and clock are unchanged: the stored time may have seconds
  return changed.includes('arrived') && typed.arrived !== '' && !changed.includes('time')
    ? editedFields.filter((field) => field === 'time' || changed.includes(field))
    : changed;
}

/** A typed value as a text that can be compared. */
const partText = (value: TypedTask[keyof TypedTask]) => (typeof value === 'string' ? value : listText(value));

/** A list as a text that can be compared. The members of objects are sorted, because the database changes their order. */
function listText(list: readonly unknown[]): string {
  return JSON.stringify(list, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** The inputs of a field, with what was typed in them. */
export function typedPart(typed: TypedTask, field: EditedField): Partial<TypedTask> {
  return Object.fromEntries(typedParts[field].map((part) => [part, typed[part]]));
}

/** The edit that a person typed for a task; null while a field has a problem (`spec §5`, `decisions §8`). */
export function editOf(base: StoredTask, typed: TypedTask, now: Date): TaskEdit | null {
  const { values } = readTask(typed, now, typedTask(base));
  if (values === null) return null;
  const changed = changedTaskFields(base, typed).filter((field) => valueText(values[field]) !== valueOf(base, field));
  return Object.fromEntries(changed.map((field) => [field, values[field]]));
}

/** The value of a task's field as a text that can be compared; empty when it is absent or does not fit the rules (`storedMember`). */
function valueOf(task: NewTask, field: EditedField): string {
  return valueText(statedValue(task, field));
}

/** A value of an edit as a text that can be compared; empty when it is absent. */
function valueText(value: TaskEdit[EditedField]): string {
  if (value === undefined || typeof value === 'string') return value ?? '';
  return value.length === 0 ? '' : listText(value);
}

/** The value of a task's field in the form of an edit; empty when the stored value does not fit the rules. */
function statedValue(task: NewTask, field: EditedField): TaskEdit[EditedField] {
  if (field === 'follow') return statedFollow(task.follow);
  if (field === 'closes') return statedCloses(task.closes);
  if (field === 'answers') return statedAnswers(task.answers);
  return field === 'kind' && !isVisitKind(task.kind) ? '' : statedText(task[field]);
}

export function isSameTask(task: NewTask, other: NewTask): boolean {
  return Object.keys(editBetween(task, other)).length === 0;
}

/** The edit that changes `before` to `after`. */
export function editBetween(before: NewTask, after: NewTask): TaskEdit {
  const changed = editedFields.filter((field) => valueOf(before, field) !== valueOf(after, field));
  return {
    ...filesEdit(before, { photos: after.urls, pdf: after.pdf }),
    ...Object.fromEntries(changed.map((field) => [field, statedValue(after, field)])),
  };
}

/**
 * Applies an edit to one of the stored tasks. Fields and files that only other people changed meanwhile stay as they are stored.
 * @param base the task that the edit was made from
 * @param restore whether a hidden task is accepted; it is then shown again
 * @throws TaskMissing, TaskHidden, or EditConflict with the fields that both changed
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
  const { files, conflicts } = rebaseFiles(base, theirs, edit);
  const next = { ...corrected(theirs, edit), ...files };
  const contested = [...contestedFields(base, theirs, edit, next), ...conflicts];
  if (contested.length > 0) throw new EditConflict(theirs, contested);
  return stored.map((task) => (task === theirs ? next : task));
}

/**
 * The fields that both sides changed differently. If the dates in `next`, the task with the edit, contradict each other, all fields of dates
 * that differ between the two sides are contested too.
 */
function contestedFields(base: StoredTask, theirs: StoredTask, edit: TaskEdit, next: StoredTask): EditedField[] {
  const valuesBy = (valueIn: (field: EditedField) => string) =>
    new Map(editedFields.map((field) => [field, valueIn(field)]));
  const versions = {
    base: valuesBy((field) => valueOf(base, field)),
    mine: valuesBy((field) => (field in edit ? valueText(edit[field]) : valueOf(base, field))),
    theirs: valuesBy((field) => valueOf(theirs, field)),
  };
  const conflicts = new Set(merge(versions, () => undefined).conflicts.map(({ path }) => path));
  const changesDates = storedDateFields.some((field) => edit[field] !== undefined);
  const isContradiction = changesDates && (isMisfiled(next) || isOutOfOrder(next));
  const isContestedDate = (field: EditedField) =>
    isContradiction && storedDateFields.includes(field) && versions.theirs.get(field) !== versions.mine.get(field);
  return editedFields.filter((field) => conflicts.has(field) || isContestedDate(field));
}

/** The task with an edit applied. It is shown, and has no empty members. */
function corrected(task: StoredTask, edit: TaskEdit): StoredTask {
  return withoutEmptyMembers<StoredTask>({ ...task, ...edit, showing: 'True' });
}

export class ShowingUnchanged extends Error {
  constructor() {
    super('The task is as it should become already');
    this.name = 'ShowingUnchanged';
  }
}

/** Hides a task, or shows it again. A task is never removed (`spec §4`). @throws TaskMissing, or ShowingUnchanged */
export function withShowing(stored: readonly StoredTask[], id: number, showing: StoredTask['showing']): StoredTask[] {
  const found = stored.find((task) => task.id === id);
  if (!found) throw new TaskMissing();
  if (found.showing === showing) throw new ShowingUnchanged();
  return stored.map((task) => (task === found ? { ...task, showing } : task));
}

/** A recommendation has changed since the person saw it: it was corrected, carried out, closed or opened again. */
export class FollowUpChanged extends Error {
  constructor() {
    super('The recommendation was changed meanwhile');
    this.name = 'FollowUpChanged';
  }
}

/** A recommendation, as the person saw it, to be closed or opened again without a visit. */
export interface OfficeClosing {
  /** The visit that recommended it. */
  id: number;
  line: number;
  text: string;
  /** Why it is closed; null to open it again. */
  reason: string | null;
}

/**
 * Closes a recommendation without a visit, or opens it again (`decisions §14`). A recommendation that is already in the requested state stays
 * unchanged, because an earlier request may have been saved although its answer was lost.
 * @param at the time of the closing, in the format of a task's time
 * @throws TaskMissing, TaskHidden, or FollowUpChanged
 */
export function withOfficeClosing(
  stored: readonly StoredTask[],
  { id, line, text, reason }: OfficeClosing,
  at: string,
): StoredTask[] {
  const found = stored.find((task) => task.id === id);
  if (!found) throw new TaskMissing();
  if (found.showing === 'False') throw new TaskHidden();
  const current = followUps(stored).find((followUp) => followUp.visit === found && followUp.line === line);
  const storedReason = current?.end?.by === 'office' ? current.end.reason : null;
  if (current?.text === text && current.end?.by !== 'visit' && storedReason === reason) return [...stored];
  const isUnchanged = reason === null ? current?.end?.by === 'office' : current?.end === null;
  if (!isUnchanged || current?.text !== text) throw new FollowUpChanged();
  const follow = statedFollow(found.follow).map((stated) => {
    if (stated.line !== line) return stated;
    const { closed: _, ...open } = stated;
    return reason === null ? open : { ...open, closed: { at, reason } };
  });
  return stored.map((task) => (task === found ? corrected(found, { follow }) : task));
}
