import { groupByMonth, type Task } from '../../../records/task/task.ts';

/** Some tasks of one month that follow each other: what is drawn, and left, together. */
export interface TaskChunk {
  /** Among those of its month; the same after a newer task was added. */
  key: number;
  tasks: Task[];
  /** Which one of the whole list its first task is. */
  start: number;
  place: number;
  /** The thumbnails of those that have the same one are signed together. */
  block: number;
}

export interface MonthOfTasks {
  /** As it is written: `March 2026`. */
  month: string;
  count: number;
  chunks: TaskChunk[];
}

const chunkSize = 10;
/** With four photos each, about as many as one call signs. */
const blockSize = 240;

/** A list of tasks, newest first, in its months and their chunks. */
export function chunksOf(sorted: readonly Task[]): MonthOfTasks[] {
  let start = 0;
  let place = 0;
  return groupByMonth(sorted).map(({ month, tasks }) => {
    const chunks: TaskChunk[] = [];
    // counted from the oldest: one that is added at the top moves none from chunk to chunk
    for (let key = Math.ceil(tasks.length / chunkSize) - 1; key >= 0; key -= 1) {
      const end = tasks.length - key * chunkSize;
      const some = tasks.slice(Math.max(0, end - chunkSize), end);
      chunks.push({ key, tasks: some, start, place, block: Math.floor(start / blockSize) });
      start += some.length;
      place += 1;
    }
    return { month, count: tasks.length, chunks };
  });
}
