import { serviceSummary, type DatedVisit, type ServicePeriod, type VisitAgreement } from '../task/service-periods.ts';
import { siteStamp, siteYear } from '../time.ts';

/** A day for a calendar. */
export interface DueDate {
  /** A day in Singapore, such as `2026-12-31`. */
  day: string;
  /** The months in which a visit is due; null for the last day of the contract. */
  period: ServicePeriod | null;
}

/**
 * The coming due dates of a site: the last day of each period of this year and the next whose agreed visit is still due, by the rule of service
 * periods (`decisions §8`), then the end of the contract. If the contract ends before the end of a period, the visit is due by then.
 */
export function dueDates(visits: readonly DatedVisit[], agreement: VisitAgreement, now: Date): DueDate[] {
  const { contractUntil } = agreement;
  const year = siteYear(now);
  const periods = [year, year + 1].flatMap((periodYear) => serviceSummary(visits, agreement, periodYear, now).periods);
  // a period that touches both years is in both lists
  const open = new Map(
    periods.filter(({ state }) => state === 'due' || state === 'to come').map((period) => [period.first, period]),
  );
  const visitDates = Array.from(open.values(), (period): DueDate => ({
    day: earlier(period.last, contractUntil),
    period,
  }));
  if (contractUntil === null || contractUntil < siteStamp(now).slice(0, 10)) return visitDates;
  return [...visitDates, { day: contractUntil, period: null }];
}

const earlier = (day: string, other: string | null) => (other !== null && other < day ? other : day);
