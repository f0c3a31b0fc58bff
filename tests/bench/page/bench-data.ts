import { responseFigures, type ClockedSite } from '../../../src/records/task/response.ts';
import { agreementOf, serviceSummary } from '../../../src/records/task/service-periods.ts';
import type { Task } from '../../../src/records/task/task.ts';
import { monthAt, twoDigitMonth } from '../../../src/records/time.ts';
import type { ReportRequest, ReportVisit, SiteReport } from '../../../src/reports/report-request.ts';

export const photosPerTask = 4;

const text =
  'Barrier arm did not rise for three residents at the main entrance; loop detector cleaned, spring tension set again, forty cycles run and watched without fault.';

const site: SiteReport = {
  name: 'bench',
  siteName: 'Selasih Park',
  address: '1 Jalan Selasih, Singapore 520001',
  year: '2026',
  madeOn: '2026-04-01T09:00:00+08:00',
  portal: 'https://portal.invalid',
  service: serviceSummary([], agreementOf({ visit_every_months: 1 }), 2026, new Date('2026-04-01T09:00:00+08:00')),
};

function benchVisit(index: number, photos: number): ReportVisit {
  return {
    id: index + 1,
    time: `2026-03-${String(1 + (index % 28)).padStart(2, '0')}T09:30:00+08:00`,
    year: '2026',
    month: 'mar',
    kind: 'preventive',
    title: `Barrier service ${index + 1}`,
    tasks: text,
    pdf: '',
    urls: Array.from({ length: photos }, (_, photo) => `photo-${index * photos + photo}`),
  };
}

/** A month of tasks in plain Latin letters, with four photos each. */
export function benchMonth(tasks: number): ReportRequest {
  const visits = Array.from({ length: tasks }, (_, index) => benchVisit(index, photosPerTask));
  return { kind: 'monthly', data: { ...site, month: 'mar', asOf: site.madeOn, tasks: visits } };
}

/** Chosen visits of several months, with four and five photos in turn. */
export function benchChosen(visits: number): ReportRequest {
  const chosen = Array.from({ length: visits }, (_, index) => {
    const month = monthAt(Math.floor(index / 28) % 12);
    const time = `2026-${twoDigitMonth(month)}-${String(1 + (index % 28)).padStart(2, '0')}T09:30:00+08:00`;
    const photos = photosPerTask + (index % 2);
    return {
      ...benchVisit(index, photos),
      time,
      month,
      urls: [...Array(photos).keys()].map((photo) => `${index}-${photo}`),
    };
  });
  return { kind: 'chosen', data: { ...site, visits: chosen } };
}

const siteWithoutCalls: ClockedSite<Task> = {
  promises: { hours: null, calls: null, before: [] },
  contractEnd: null,
  faults: [],
  visits: [],
};

const noVisits = { visits: 0, emergencies: 0, unsaid: 0 };

/** A year of visits, two photos of each shown, and failures of eight kinds at four posts. */
export function benchYear(visits: number): ReportRequest {
  const failures = Array.from({ length: 4 }, (_, post) => {
    const entries = [2025, 2026].flatMap((year) =>
      Array.from({ length: 8 }, (__, type) => ({ type: `Failure ${type}`, entrance: post + type, exit: type, year })),
    );
    return [`P${post + 1}`, entries] as const;
  });
  return {
    kind: 'year',
    data: {
      ...site,
      visits: Array.from({ length: visits }, (_, index) => ({ ...benchVisit(index, 4), shown: [0, 1], failed: 0 })),
      named: failures.map(([post]) => [post, { now: noVisits, before: noVisits }]),
      allVisits: { now: noVisits, before: noVisits },
      response: responseFigures({
        ...siteWithoutCalls,
        days: { from: '2026-01-01', to: '2026-12-31' },
        now: new Date(site.madeOn),
      }),
      calls: null,
      promise: null,
      faults: { listed: [], leftOut: 0 },
      failures,
      open: [],
      contract: [['Contract End Date', '31 December 2027']],
      people: [],
    },
  };
}

/** Where the photos of a report are: each has its own URL, as in the portal. */
export function photoUrls(count: number, folder: 'photo' | 'small', distinct: number): string[] {
  const run = performance.now();
  // the portal recognises small renditions by their names
  const ending = folder === 'small' ? '.small.jpg' : '';
  return Array.from(
    { length: count },
    (_, index) => `/${folder}/${index % distinct}${ending}?run=${run}&photo=${index}`,
  );
}

/**
 * Size of a PDF, after reading its end: a page gets a Blob before all its bytes have arrived, and the report is only
 * finished once they have.
 * @throws Error if the end is missing.
 */
export async function wholeSize(file: Blob): Promise<number> {
  const end = await file.slice(-8).text();
  if (!end.includes('%%EOF')) throw new Error('The PDF is incomplete');
  return file.size;
}
