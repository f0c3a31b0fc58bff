import { longDate, longDay } from '../../../records/time.ts';
import type { KeptPeriods } from '../../../records/task/kept-periods.ts';
import type { FigureTile } from './figure-tiles.ts';

/** When somebody comes next; without an agreed interval only the last visit is said (`decisions §8`). */
export function nextVisitTile({ lastVisit, nextDue, overdue }: KeptPeriods): FigureTile {
  const last = lastVisit === null ? 'no visit yet' : `last visit ${longDate(lastVisit)}`;
  if (nextDue === null)
    return {
      label: 'Last visit',
      figure: lastVisit === null ? '–' : longDate(lastVisit),
      note: 'no interval is agreed',
      wide: true,
    };
  return {
    label: overdue ? 'Overdue visit, due by' : 'Next visit due by',
    figure: longDay(nextDue),
    note: overdue ? `the period before was missed, ${last}` : last,
    bad: overdue,
    wide: true,
  };
}
