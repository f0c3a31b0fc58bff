import { serviceSummary, type DatedVisit, type ServicePeriod, type VisitAgreement } from '../task/service-periods.ts';
import { siteStamp, siteYear } from '../time.ts';

/** A day that a calendar should have. */
export interface DueDate {
  /** In Singapore, `2026-12-31`. */
  day: string;
  /** The months in which a visit is due; null for the last day of the contract. */
  period: ServicePeriod | null;
}

/**
 * The days of a site that are to come: until when each agreed visit of this year and the next one is due, by the rule of service periods
 * (`decisions §8`), then the end of the contract. A visit is due by the end of its period, or of the contract if that comes first.
 */
export function dueDates(visits: readonly DatedVisit[], agreement: VisitAgreement, now: Date): DueDate[] {
  const { contractUntil } = agreement;
  const year = siteYear(now);
  const periods = [year, year + 1].flatMap((of) => serviceSummary(visits, agreement, of, now).periods);
  // a period that touches both years is in both
  const open = new Map(periods.filter(({ state }) => state === 'due' || state === 'to come').map((p) => [p.first, p]));
  const due = Array.from(open.values(), (period): DueDate => ({ day: earlier(period.last, contractUntil), period }));
  if (contractUntil === null || contractUntil < siteStamp(now).slice(0, 10)) return due;
  return [...due, { day: contractUntil, period: null }];
}

const earlier = (day: string, other: string | null) => (other !== null && other < day ? other : day);
