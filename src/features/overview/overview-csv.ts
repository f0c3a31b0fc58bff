import { csvOf } from '../../lib/csv.ts';
import { visitTime } from '../../records/task/visit-time.ts';
import { failuresIn } from './overview-order.ts';
import type { WatchedSite } from './site-concerns.ts';

/** In the order given; days as `2026-03-26`. @param year the year that is counted. */
export function overviewCsv(sites: readonly WatchedSite[], year: number): string {
  return csvOf([
    [
      'Name',
      'Site Name',
      'Needs',
      'Status',
      'Last visit',
      'Visit Every (Months)',
      'This period',
      'This period ends',
      `Periods kept ${year}`,
      `Periods due ${year}`,
      `Periods missed ${year}`,
      'Contract End Date',
      `Emergency calls ${year}`,
      `Emergency calls ${year - 1}`,
      `Failures ${year}`,
      `Failures ${year - 1}`,
      'Keys',
      'Keys never used',
    ],
    ...sites.map(({ row, service, concerns }) => [
      row.name,
      row.sitename ?? '',
      concerns.map(({ text }) => text).join('; '),
      row.status === true ? 'System Online' : 'System Offline',
      row.last_visit === null ? '' : visitTime(row.last_visit).date,
      row.visit_every_months ?? '',
      service.running === null ? '' : service.running.state === 'kept' ? 'Kept' : 'Not kept yet',
      service.running?.last ?? '',
      ...(service.running === null ? ['', '', ''] : [service.kept, service.due, service.due - service.kept]),
      row.contract_until ?? '',
      row.emergency[year] ?? 0,
      row.emergency[year - 1] ?? 0,
      failuresIn(row, year),
      failuresIn(row, year - 1),
      row.keys,
      row.keys_unused,
    ]),
  ]);
}
