import { groupByMonth, type Task } from '../../../records/task/task.ts';

/** Consecutive tasks of one month that are rendered together. */
export interface TaskChunk {
  /** Unique within its month; stable when a newer task is added. */
  key: number;
  tasks: Task[];
  /** Index of its first task in the whole list. */
  start: number;
  place: number;
  /** The thumbnails of a block are signed together. */
  block: number;
}

export interface MonthOfTasks {
  /** Such as `March 2026`. */
  month: string;
  count: number;
  chunks: TaskChunk[];
}

const chunkSize = 10;
/** With four photos each, about as many as one call can sign. */
const blockSize = 240;

/** Months of a list sorted newest first. */
export function chunksOf(sorted: readonly Task[]): MonthOfTasks[] {
  let start = 0;
  let place = 0;
  return groupByMonth(sorted).map(({ month, tasks }) => {
    const chunks: TaskChunk[] = [];
    // counted from the oldest, so that a new task moves no other from chunk to chunk
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
