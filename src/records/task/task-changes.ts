import { statedAnswers } from '../fault/answers.ts';
import { merge } from '../merge.ts';
import { filesEdit, rebaseFiles, type FileField, type FilesEdit } from '../upload/task-file-changes.ts';
import { isOutOfOrder } from './call-out-times.ts';
import { followUps, statedCloses, statedFollow } from './follow-ups.ts';
import { byMember, optionalMembers, statedText, timeMemberNames, type OptionalMember } from './optional-members.ts';
import type { NewTask, StoredTask } from './task.ts';
import { readTask, typedTask, withoutUnsaid, type TypedTask } from './typed-task.ts';
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
/** The fields that say when the visit was. They must agree with each other, so a conflict is decided for all of them together. */
const storedDateFields: readonly EditedField[] = ['time', 'year', 'month', ...timeMemberNames];

/** The changed fields of a task. An optional one that is empty is removed. */
export type TaskEdit = Partial<Pick<StoredTask, Exclude<EditedField, OptionalMember>>> &
  FilesEdit &
  Partial<Pick<TypedTask, OptionalMember>>;

/** What two people can change in conflicting ways. */
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

/** The fields that were edited: a field that nobody edited is never rewritten, not even to tidy it. */
export function changedTaskFields(base: StoredTask, typed: TypedTask): EditedField[] {
  const before = typedTask(base);
  const changed = editedFields.filter((field) =>
    typedParts[field].some((part) => partText(typed[part]) !== partText(before[part])),
  );
  // the arrival is the moment of the visit, which may have had seconds
  return changed.includes('arrived') && typed.arrived !== '' && !changed.includes('time')
    ? editedFields.filter((field) => field === 'time' || changed.includes(field))
    : changed;
}

/** A typed value that can be compared. */
const partText = (value: TypedTask[keyof TypedTask]) => (typeof value === 'string' ? value : listText(value));

/** A list that can be compared: the database sorts the members of what it stores. */
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

/** What was typed over a task, as an edit; null while a field has a problem (`spec §5`, `decisions §8`). */
export function editOf(base: StoredTask, typed: TypedTask, now: Date): TaskEdit | null {
  const { values } = readTask(typed, now, typedTask(base));
  if (values === null) return null;
  const changed = changedTaskFields(base, typed).filter((field) => valueText(values[field]) !== valueOf(base, field));
  return Object.fromEntries(changed.map((field) => [field, values[field]]));
}

/** What a task says in a field; empty where it says nothing (`storedMember`). */
function valueOf(task: NewTask, field: EditedField): string {
  return valueText(statedValue(task, field));
}

/** A value of an edit that can be compared; empty where it says nothing. */
function valueText(value: TaskEdit[EditedField]): string {
  if (value === undefined || typeof value === 'string') return value ?? '';
  return value.length === 0 ? '' : listText(value);
}

/** The value of a field as an edit has it; without what a task may hold of unknown shape. */
function statedValue(task: NewTask, field: EditedField): TaskEdit[EditedField] {
  if (field === 'follow') return statedFollow(task.follow);
  if (field === 'closes') return statedCloses(task.closes);
  if (field === 'answers') return statedAnswers(task.answers);
  return field === 'kind' && !isVisitKind(task.kind) ? '' : statedText(task[field]);
}

export function isSameTask(task: NewTask, other: NewTask): boolean {
  return Object.keys(editBetween(task, other)).length === 0;
}

/** The edit that makes `after` of `before`. */
export function editBetween(before: NewTask, after: NewTask): TaskEdit {
  const changed = editedFields.filter((field) => valueOf(before, field) !== valueOf(after, field));
  return {
    ...filesEdit(before, { photos: after.urls, pdf: after.pdf }),
    ...Object.fromEntries(changed.map((field) => [field, statedValue(after, field)])),
  };
}

/**
 * Corrects one of the stored tasks, by an edit of the task as it was read. Fields and files that only others changed stay as they stored
 * them.
 * @param base the task as it was read
 * @param restore whether the task may be hidden; it is shown again then
 * @throws TaskMissing, TaskHidden, or EditConflict with what both changed
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
 * The fields that both changed differently. Where the changed dates of both contradict each other in `next`, the task with the edit, all
 * differing fields of dates are contested.
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

/** The task with an edit, shown and without members that are empty. */
function corrected(task: StoredTask, edit: TaskEdit): StoredTask {
  return withoutUnsaid<StoredTask>({ ...task, ...edit, showing: 'True' });
}

export class ShowingUnchanged extends Error {
  constructor() {
    super('The task is as it should become already');
    this.name = 'ShowingUnchanged';
  }
}

/** Hides a task, or shows it again: it is never removed (`spec §4`). @throws TaskMissing, or ShowingUnchanged. */
export function withShowing(stored: readonly StoredTask[], id: number, showing: StoredTask['showing']): StoredTask[] {
  const found = stored.find((task) => task.id === id);
  if (!found) throw new TaskMissing();
  if (found.showing === showing) throw new ShowingUnchanged();
  return stored.map((task) => (task === found ? { ...task, showing } : task));
}

/** Thrown where a recommendation is not as it was seen: it was corrected, carried out, closed or opened again. */
export class FollowUpChanged extends Error {
  constructor() {
    super('The recommendation was changed meanwhile');
    this.name = 'FollowUpChanged';
  }
}

/** What is closed or opened without a visit: a recommendation as it was seen. */
export interface OfficeClosing {
  /** The visit that recommended it. */
  id: number;
  line: number;
  text: string;
  /** Why it is closed; null to open it again. */
  reason: string | null;
}

/**
 * Closes a recommendation without a visit, or opens it again (`decisions §14`). One that is so already stays as it is: an earlier request
 * may have been saved without an answer, and only the database knows the attempt.
 * @param at when it is closed, as tasks store times
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
  const seen = followUps(stored).find((followUp) => followUp.visit === found && followUp.line === line);
  const storedReason = seen?.end?.by === 'office' ? seen.end.reason : null;
  if (seen?.text === text && seen.end?.by !== 'visit' && storedReason === reason) return [...stored];
  const isAsSeen = reason === null ? seen?.end?.by === 'office' : seen?.end === null;
  if (!isAsSeen || seen?.text !== text) throw new FollowUpChanged();
  const follow = statedFollow(found.follow).map((stated) => {
    if (stated.line !== line) return stated;
    const { closed: _, ...open } = stated;
    return reason === null ? open : { ...open, closed: { at, reason } };
  });
  return stored.map((task) => (task === found ? corrected(found, { follow }) : task));
}
