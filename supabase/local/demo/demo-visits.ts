import type { VisitKind } from '../../../src/records/task/visit.ts';
import type { DemoTask } from './demo-data.ts';

// the source of the demo predates kinds, but its titles show them
const preventive =
  /preventive maintenance|penyelenggaraan bulanan|例行保养|^quarterly |insulation test|firmware check/iu;
const other = /arm fitted|更换天线线缆|^kunci capaian|^server moved|^firmware update/iu;
const nothingSaid = /^test entry/iu;

/** The kind of a demo visit; undefined for the task that was entered by mistake. */
export function kindOfVisit({ title }: Pick<DemoTask, 'title'>): VisitKind | undefined {
  if (nothingSaid.test(title)) return undefined;
  if (preventive.test(title)) return 'preventive';
  return other.test(title) ? 'other' : 'emergency';
}

const intervals = new Map([
  ['Monthly', 1],
  ['Every 2 months', 2],
  ['Quarterly', 3],
]);

/** Months between visits according to the text *Preventive Maintenance* of a site, or null. */
export function visitEveryMonths(preventiveMaintenance: string): number | null {
  return intervals.get(preventiveMaintenance) ?? null;
}
