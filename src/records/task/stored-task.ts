import * as v from 'valibot';
import { isMonth, type Month } from '../time.ts';

/** One element of `tasks2024` as it is stored, whole (`spec §3`): what an admin reads and writes. */
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
});

export type StoredTask = v.InferOutput<typeof storedTaskSchema>;

/** The id of a task that is added: one more than the highest, or 1 (`spec §4`). */
export function nextTaskId(tasks: readonly StoredTask[]): number {
  return tasks.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
}
