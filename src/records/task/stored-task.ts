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

/** One more than the highest id, or 1 (`spec §4`). */
export function nextTaskId(tasks: readonly StoredTask[]): number {
  return tasks.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
}
