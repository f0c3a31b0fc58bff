import { draftPrefix, newTaskPrefix } from '../../lib/unsaved.ts';

/**
 * How many finished visits wait on this device, of whichever key (`decisions §8`). Only counted: they are for their key.
 * Part of the first load, so it reads no more than it must.
 */
export function countWaitingVisits(): number {
  try {
    const tasks = Object.keys(localStorage).filter(
      (key) => key.startsWith(draftPrefix) && key.includes(`/${newTaskPrefix}`),
    );
    return tasks.filter((key) => /"update":"(?!none)/u.test(localStorage.getItem(key) ?? '')).length;
  } catch {
    return 0;
  }
}
