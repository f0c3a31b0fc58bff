import * as v from 'valibot';
import { isMonth, type Month } from '../time.ts';
import { storedKind } from './visit-kind.ts';

/** One element of `tasks2024` as stored (`spec §3`): what an admin reads and writes. */
export const storedTaskSchema = v.object({
  id: v.number(),
  time: v.string(),
  urls: v.array(v.string()),
  year: v.string(),
  month: v.custom<Month>(isMonth, 'not a month value'),
  tasks: v.string(),
  title: v.string(),
  pdf: v.string(),
  showing: v.picklist(['True', 'False']),
  kind: storedKind,
});

export type StoredTask = v.InferOutput<typeof storedTaskSchema>;

/** Stored URLs (`spec §7`). */
export interface TaskFiles {
  photos: readonly string[];
  pdf: string;
}

/** Its id depends on the stored tasks. */
export type NewTask = Omit<StoredTask, 'id'>;

export const taskLimits = { title: 200, text: 10_000, photos: 60 } as const;

/**
 * Adds the task once: it is there already when only the response to an earlier attempt was lost.
 * @param newestBefore the highest id before the first attempt: an equal task up to there is another one.
 * @param sent as sent by earlier attempts; if changed since, the task replaces what one of them stored.
 */
export function withNewTask(
  stored: readonly StoredTask[],
  task: NewTask,
  newestBefore = 0,
  sent: readonly NewTask[] = [],
): { tasks: StoredTask[]; id: number } {
  const there = stored.find((one) => one.id > newestBefore && isSameTask(one, task));
  if (there) return { tasks: [...stored], id: there.id };
  const before = stored.find((one) => one.id > newestBefore && sent.some((earlier) => isSameTask(one, earlier)));
  if (before) return { tasks: stored.map((one) => (one === before ? { id: one.id, ...task } : one)), id: before.id };
  const id = nextTaskId(stored);
  return { tasks: [...stored, { id, ...task }], id };
}

/** False for a deleted task: whoever types it again wants to see it. */
function isSameTask(one: StoredTask, task: NewTask): boolean {
  return (
    one.showing === task.showing &&
    one.time === task.time &&
    one.kind === task.kind &&
    one.title === task.title &&
    one.tasks === task.tasks &&
    one.pdf === task.pdf &&
    one.urls.join() === task.urls.join()
  );
}

/** One more than the highest id, or 1 (`spec §4`). */
export function nextTaskId(tasks: readonly StoredTask[]): number {
  return tasks.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
}
