import * as v from 'valibot';
import type { Change, ChangedGroup } from '../../records/change-log/change-log.ts';
import { partsInWords, taskParts } from './change-log-task-parts.ts';
import { listedWords } from '../../records/counted.ts';
import { inSentence, numberRuns } from './change-words.ts';
import { storedTaskSchema, type StoredTask } from '../../records/task/stored-task.ts';

const tasksSchema = v.fallback(v.nullable(v.array(storedTaskSchema)), null);

/** Null where the task did not exist. */
interface TaskChange {
  id: number;
  before: StoredTask | null;
  after: StoredTask | null;
}

/** More tasks of a kind than these are summed up. */
const oneByOne = 3;
/** Tasks shown with all values: a new site may bring thousands. */
const maxShownTasks = 20;

const kinds = ['added', 'hidden', 'shown again', 'removed', 'changed'] as const;
type Kind = (typeof kinds)[number];

/** What happened to the tasks, such as `Task 17 hidden: Monthly preventive maintenance`. */
export function taskSentences(change: Change): string[] {
  if (!touchesTasks(change)) return [];
  const changes = taskChanges(change);
  if (!changes) return ['Tasks changed'];
  return kinds.flatMap((kind) => {
    const some = changes.filter((one) => kindOf(one) === kind);
    if (some.length <= oneByOne) return some.map((one) => taskSentence(one, kind));
    return [`${some.length} tasks ${kind}: ${numberRuns(some.map(({ id }) => id))}`];
  });
}

/** The changed tasks with their values, and how many were left out. */
export function taskGroups(change: Change): { groups: ChangedGroup[]; more: number } {
  const changes = (touchesTasks(change) && taskChanges(change)) || [];
  return {
    groups: changes.slice(0, maxShownTasks).map((one) => ({
      title: titled(`Task ${one.id}`, one),
      values: taskParts(one.before, one.after).map(({ label, before, after, photos, pdf }) => ({
        label,
        before,
        after,
        ...(photos && { photos }),
        ...(pdf && { pdf }),
      })),
    })),
    more: Math.max(0, changes.length - maxShownTasks),
  };
}

function touchesTasks({ before, after }: Change): boolean {
  return 'tasks2024' in { ...before, ...after };
}

/** By number; null when the stored tasks cannot be read. */
function taskChanges({ before, after }: Change): TaskChange[] | null {
  const old = v.parse(tasksSchema, before?.['tasks2024'] ?? []);
  const now = v.parse(tasksSchema, after?.['tasks2024'] ?? []);
  if (!old || !now) return null;
  const changes = new Map<number, TaskChange>(old.map((task) => [task.id, { id: task.id, before: task, after: null }]));
  for (const task of now)
    changes.set(task.id, { id: task.id, before: changes.get(task.id)?.before ?? null, after: task });
  return [...changes.values()].toSorted((a, b) => a.id - b.id);
}

function kindOf({ before, after }: TaskChange): Kind {
  if (!before) return 'added';
  if (!after) return 'removed';
  if (before.showing === after.showing) return 'changed';
  return after.showing === 'True' ? 'shown again' : 'hidden';
}

function taskSentence(change: TaskChange, kind: Kind): string {
  const task = `Task ${change.id}`;
  const parts = taskParts(change.before, change.after).filter(({ name }) => name !== 'showing');
  if (kind === 'added' || kind === 'removed') return titled(`${task} ${kind}`, change);
  if (kind !== 'changed') {
    const also = parts.length > 0 ? ` and changed (${listedWords(parts.map(({ noun }) => noun))})` : '';
    return titled(`${task} ${kind}${also}`, change);
  }
  const [first, ...others] = parts;
  const title = inSentence((change.after ?? change.before)?.title ?? '');
  const named = title ? `${task} “${title}”` : task;
  const date = parts.find(({ name }) => name === 'time');
  // a date moves its month along
  if (date && parts.every(({ name }) => name === 'time' || name === 'period'))
    return `${named}: visit moved from ${date.before} to ${date.after}`;
  if (first?.name === 'kind' && others.length === 0)
    return first.after === null ? `${named}: kind “${first.before}” removed` : `${named}: kind is now “${first.after}”`;
  if (first && others.length === 0 && first.before !== null && first.after !== null) {
    if (first.name === 'period') return `${named} moved from ${first.before} to ${first.after}`;
    if (first.name === 'title')
      return `${task}: title changed from “${inSentence(first.before)}” to “${inSentence(first.after)}”`;
  }
  return `${named}: ${partsInWords(parts)}`;
}

function titled(words: string, { before, after }: TaskChange): string {
  const title = inSentence((after ?? before)?.title ?? '');
  return title ? `${words}: ${title}` : words;
}
