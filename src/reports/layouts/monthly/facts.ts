import type { Flow } from '../../engine/flow.ts';
import { drawPairs } from '../../engine/pairs.ts';
import { madeOn, periodOf, photosOf, type MonthlyReport } from './data.ts';

/** Whose report it is, and of what. */
export function drawFacts(flow: Flow, data: MonthlyReport): void {
  const photos = photosOf(data).length;
  drawPairs(flow, [
    ['Site', data.siteName],
    ['Address', data.address],
    ['Period', periodOf(data)],
    ['Number of tasks', photos === 0 ? `${data.tasks.length}` : `${data.tasks.length}, with ${photos} photos`],
    ['Made on', madeOn(data.madeOn)],
  ]);
  flow.space(5);
}
