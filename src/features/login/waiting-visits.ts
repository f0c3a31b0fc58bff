import { draftPrefix, newTaskPrefix } from '../../lib/unsaved.ts';
import { deviceStorage } from '../../lib/web-storage.ts';

/**
 * How many finished visits wait on this device, of whichever key (`decisions §8`). Only counted: they are for their key.
 * Part of the first load, so it reads no more than it must.
 */
export function countWaitingVisits(): number {
  const tasks = deviceStorage.keys(draftPrefix).filter((key) => key.includes(`/${newTaskPrefix}`));
  return tasks.filter((key) => /"update":"(?!none)/u.test(deviceStorage.get(key) ?? '')).length;
}
