import { foldedText } from '../../lib/text-search.ts';
import type { Task } from '../../records/task/task.ts';

export interface SearchedTask {
  task: Task;
  folded: string;
}

/** Prepares tasks for many searches; the order stays. */
export function toSearch(tasks: readonly Task[]): SearchedTask[] {
  // the line between the two is in no query: no word is found half in the title and half in the text
  return tasks.map((task) => ({ task, folded: foldedText(`${task.title}\n${task.tasks}`) }));
}

/** The tasks whose title and text have every one of the folded words. All without a word. */
export function searchTasks(tasks: readonly SearchedTask[], words: readonly string[]): Task[] {
  return tasks.filter((one) => words.every((word) => one.folded.includes(word))).map(({ task }) => task);
}
