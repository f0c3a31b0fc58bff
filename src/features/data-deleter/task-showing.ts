import type { StoredTask } from '../../records/task/stored-task.ts';

/** The task is in the stored array no more. */
export class TaskGone extends Error {
  constructor() {
    super('The task is not there any more');
    this.name = 'TaskGone';
  }
}

/** Somebody else hid or showed the task first. */
export class AlreadySo extends Error {
  constructor() {
    super('The task is as it should become already');
    this.name = 'AlreadySo';
  }
}

/**
 * The stored tasks with one of them hidden (deleted) or shown again (`spec §4`); it is never taken out.
 * @throws TaskGone, or AlreadySo.
 */
export function withShowing(stored: readonly StoredTask[], id: number, showing: StoredTask['showing']): StoredTask[] {
  const there = stored.find((one) => one.id === id);
  if (!there) throw new TaskGone();
  if (there.showing === showing) throw new AlreadySo();
  return stored.map((one) => (one === there ? { ...one, showing } : one));
}
