import { longDate, longDay } from '../../../records/time.ts';
import { laterReportDate, type ReportTime, type SiteReport } from '../../report-request.ts';
import type { FigureTile } from './figure-tiles.ts';

/** When the next visit is due; without an agreed interval only the last visit is named (`decisions §8`). */
export function nextVisitTile(data: ReportTime & Pick<SiteReport, 'keptPeriods'>): FigureTile {
  const { lastVisit, nextDue, overdue } = data.keptPeriods;
  const day = laterReportDate(data);
  const asOf = day === null ? '' : `as of ${day}, `;
  const last = lastVisit === null ? 'no visit yet' : `last visit ${longDate(lastVisit)}`;
  if (nextDue === null)
    return {
      label: 'Last visit',
      figure: lastVisit === null ? '–' : longDate(lastVisit),
      note: `${asOf}no interval is agreed`,
      wide: true,
    };
  return {
    label: overdue ? 'Overdue visit, due by' : 'Next visit due by',
    figure: longDay(nextDue),
    // the day replaces what the label says already
    note: overdue && day === null ? `the period before was missed, ${last}` : `${asOf}${last}`,
    bad: overdue,
    wide: true,
  };
}
