import { keptPeriods } from '../../../src/records/task/kept-periods.ts';
import type { MonthlyReport } from '../../../src/reports/report-request.ts';

export const photosPerTask = 4;

const text =
  'Barrier arm did not rise for three residents at the main entrance; loop detector cleaned, spring tension set again, forty cycles run and watched without fault.';

/** A month of tasks in plain Latin letters, with four photos each. */
export function benchReport(tasks: number): MonthlyReport {
  return {
    name: 'bench',
    siteName: 'Selasih Park',
    address: '1 Jalan Selasih, Singapore 520001',
    year: '2026',
    month: 'mar',
    madeOn: '2026-04-01T09:00:00+08:00',
    portal: 'https://portal.invalid',
    upkeep: keptPeriods([], 1, 2026, new Date('2026-04-01T09:00:00+08:00')),
    tasks: Array.from({ length: tasks }, (_, index) => ({
      id: index + 1,
      time: `2026-03-${String(1 + (index % 28)).padStart(2, '0')}T09:30:00+08:00`,
      year: '2026',
      month: 'mar',
      kind: 'preventive',
      title: `Barrier service ${index + 1}`,
      tasks: text,
      pdf: '',
      urls: Array.from({ length: photosPerTask }, (__, photo) => `photo-${index * photosPerTask + photo}`),
    })),
  };
}

/** Where the photos of a report are: a URL of its own for each, as the portal signs them. */
export function photoUrls(count: number, folder: 'photo' | 'small', distinct: number): string[] {
  const run = performance.now();
  // the portal tells small renditions by their names
  const ending = folder === 'small' ? '.small.jpg' : '';
  return Array.from(
    { length: count },
    (_, index) => `/${folder}/${index % distinct}${ending}?run=${run}&photo=${index}`,
  );
}
