import type { Task } from '../../records/task/task.ts';

export interface SearchedTask {
  task: Task;
  folded: string;
}

/** Prepares tasks for many searches; the order stays. */
export function toSearch(tasks: readonly Task[]): SearchedTask[] {
  // the line between the two is in no query: no word is found half in the title and half in the text
  return tasks.map((task) => ({ task, folded: withoutAccents(`${task.title}\n${task.tasks}`) }));
}

/** The tasks whose title and text have every word of the query, whatever its case and accents. All without a word. */
export function searchTasks(tasks: readonly SearchedTask[], query: string): Task[] {
  const words = withoutAccents(query).split(/\s+/u).filter(Boolean);
  return tasks.filter((one) => words.every((word) => one.folded.includes(word))).map(({ task }) => task);
}

// accents become marks of their own, which go; wide and narrow forms of a letter become one
function withoutAccents(text: string): string {
  return text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
}
