import { keptPeriods } from '../../../../src/records/task/kept-periods.ts';
import type { VisitKind } from '../../../../src/records/task/visit.ts';
import type { MonthlyReport } from '../../../../src/reports/report-request.ts';

const photosOf: ReadonlyMap<number, readonly string[]> = new Map([
  [108, ['arm-3', 'spring-3']],
  [109, ['cabinet-4', 'cabinet-3']],
  [110, ['spd-3']],
  [111, []],
  [112, ['loop-3', 'arm-4']],
  [113, ['reader-4', 'tag-4']],
]);

/** What its report shows of a site record. */
export interface SampleSite {
  name: string;
  sitename: string;
  address: string;
  tasks2024: readonly { id: number; time: string; title: string; tasks: string; pdf: string; kind?: VisitKind }[];
}

const madeOn = '2026-09-30T09:30:00.000Z';

/** September 2026 of the demo's first site, as the portal would report it. */
export function monthlySample(site: SampleSite): MonthlyReport {
  const tasks = site.tasks2024.filter(({ id }) => photosOf.has(id));
  return {
    name: site.name,
    siteName: site.sitename,
    address: site.address,
    year: '2026',
    month: 'sep',
    madeOn,
    portal: 'http://localhost:5173',
    keptPeriods: keptPeriods(tasks, 1, 2026, new Date(madeOn)),
    tasks: tasks.map(({ id, time, title, tasks: text, pdf, kind }) => ({
      id,
      time,
      year: '2026',
      month: 'sep',
      ...(kind && { kind }),
      title,
      tasks: text,
      pdf,
      urls: [...(photosOf.get(id) ?? [])],
    })),
  };
}
