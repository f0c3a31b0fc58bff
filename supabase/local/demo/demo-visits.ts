import type { VisitKind } from '../../../src/records/task/visit-kind.ts';
import type { DemoTask } from './demo-data.ts';

// why: the source of the demo was written before tasks had a kind; its titles say it
const preventive =
  /preventive maintenance|penyelenggaraan bulanan|例行保养|^quarterly |insulation test|firmware check/iu;
const other = /arm fitted|更换天线线缆|^kunci capaian|^server moved|^firmware update/iu;
const nothingSaid = /^test entry/iu;

/** What kind of visit a task of the demo was; undefined for the one that was entered by mistake. */
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

/** The months between two visits that the text *Preventive Maintenance* of a site says; null when it says none. */
export function visitEveryMonths(preventiveMaintenance: string): number | null {
  return intervals.get(preventiveMaintenance) ?? null;
}
