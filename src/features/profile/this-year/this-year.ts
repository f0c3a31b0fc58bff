import { dayNumber } from '../../../lib/calendar/day.ts';
import { storedMessage, type StoredMessage } from '../../../lib/language/stored-message.ts';
import { t } from '../../../lib/language/translate.ts';
import {
  changeToYearBefore,
  knownTotal,
  worstPost,
  latestYear,
  type YearChange,
} from '../../../records/failure/failure-figures.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import type { VisitStanding } from '../../../records/site/concerns.ts';
import type { PromiseColumns } from '../../../records/site/site-promise.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { openFollowUps, type FollowUp } from '../../../records/task/follow-ups.ts';
import { callsOfYear, clockOf, type CallsOfYear, type ReportedFault } from '../../../records/task/response.ts';
import {
  agreementOf,
  serviceSummary,
  scoreMessage,
  type ServiceSummary,
  type PeriodState,
} from '../../../records/task/service-periods.ts';
import { visibleTasks, type Task } from '../../../records/task/task.ts';
import { months, siteDayNumber, siteStamp, siteYear, type Month, longDay } from '../../../records/time.ts';

/** A month and the number of visible visits that are filed under it, which its link shows. */
export interface MonthWithVisits {
  year: string;
  month: Month;
  visits: number;
}

export interface YearCounts extends CallsOfYear {
  year: number;
  /** Whether the year is over in Singapore. */
  isOver: boolean;
  service: ServiceSummary;
  /** The visible visits that are dated in the year, the newest first. */
  ofYear: readonly Task[];
  /** The number of these visits, then that of the emergency calls among them, and that of those without a kind. */
  visits: number;
  emergencies: number;
  withoutKind: number;
  /** The latest visit of any year. */
  lastVisit: Task | null;
  /** The open recommendations of all years, the oldest first. */
  open: readonly FollowUp<Task>[];
  /** The months, January first. `visited` tells whether a visit is dated in the month, `visits` how many are filed under it. */
  months: readonly (MonthWithVisits & { visited: boolean })[];
}

/**
 * Counts the visits of a year (`decisions §8`).
 * @param faults the reported faults of the site; null if they are not known
 * @param year the current year in Singapore by default
 */
export function countYear(
  site: Pick<SiteRecord, 'tasks2024' | 'visit_every_months' | 'contract_until' | keyof PromiseColumns>,
  faults: readonly ReportedFault[] | null,
  now: Date,
  year = siteYear(now),
): YearCounts {
  const visibleVisits = visibleTasks(site.tasks2024);
  const datedVisits = visibleVisits.map((task) => ({ task, day: siteStamp(new Date(task.time)).slice(0, 10) }));
  const visitsOfYear = datedVisits.filter(({ day }) => day.startsWith(`${year}-`));
  const countFiled = (month: Month): MonthWithVisits => ({
    year: `${year}`,
    month,
    visits: visibleVisits.filter((task) => task.year === `${year}` && task.month === month).length,
  });
  return {
    year,
    isOver: year < siteYear(now),
    service: serviceSummary(visibleVisits, agreementOf(site), year, now),
    ofYear: visitsOfYear.map(({ task }) => task),
    visits: visitsOfYear.length,
    emergencies: visitsOfYear.filter(({ task }) => task.kind === 'emergency').length,
    withoutKind: visitsOfYear.filter(({ task }) => task.kind === undefined).length,
    ...callsOfYear(clockOf(site, faults), year, now),
    lastVisit: visibleVisits[0] ?? null,
    open: openFollowUps(visibleVisits),
    months: months.map(({ value: month }, index) => {
      const monthPrefix = `${year}-${String(index + 1).padStart(2, '0')}`;
      return { ...countFiled(month), visited: visitsOfYear.some(({ day }) => day.startsWith(monthPrefix)) };
    }),
  };
}

/** The state of the agreed visit. Without an agreed interval, a month is `visited` or has `no visit`. */
export type BoxState = PeriodState | 'visited' | 'no visit';

/** The months of the year that one agreed visit covers; a single month without an agreement. */
export interface YearBox {
  state: BoxState;
  /** The first and the last day of the period, such as `2026-01-01`. It may begin before the year or end after it. */
  first: string;
  last: string;
  months: YearCounts['months'];
}

/**
 * Divides the year into boxes, January first.
 * @param today a day such as `2026-11-22`
 */
export function yearBoxes(counts: YearCounts, today: string): YearBox[] {
  if (counts.service.periods.length === 0)
    return counts.months.map((month, index) => {
      const first = `${counts.year}-${String(index + 1).padStart(2, '0')}-01`;
      const state = month.visited ? 'visited' : first > today ? 'to come' : 'no visit';
      return { state, first, last: first, months: [month] };
    });
  return counts.service.periods.map(({ first, last, state }) => {
    const startIndex = first < `${counts.year}` ? 0 : Number(first.slice(5, 7)) - 1;
    const endIndex = last.slice(0, 4) > `${counts.year}` ? 12 : Number(last.slice(5, 7));
    return { state, first, last, months: counts.months.slice(startIndex, endIndex) };
  });
}

/** The state of the agreed visits, from which the concerns of the site are derived. */
export function visitStanding({ service: { periods, nextDue, overdueSince } }: YearCounts, now: Date): VisitStanding {
  const today = siteStamp(now).slice(0, 10);
  return {
    since: overdueSince === null ? null : { day: overdueSince, orEarlier: false },
    isDue: periods.some(({ state, first, last }) => state === 'due' && first <= today && today <= last),
    nextDue,
  };
}

/** `10 of 11 monthly visits kept in 2026`, or the number of visits if no interval is agreed. The tags are those of `scoreMessage`. */
export function yearScore({ year, isOver, service, visits }: YearCounts): StoredMessage {
  const score = scoreMessage(service, year, isOver);
  if (score) return score;
  if (visits === 0)
    return isOver ? storedMessage('No visit in {year}', { year }) : storedMessage('No visit in {year} yet', { year });
  return storedMessage('<figures>{count}</figures> {count, plural, one {visit} other {visits}} in {year}', {
    count: visits,
    year,
  });
}

/**
 * Says when a visit is due: `30 November 2026`, and `8 days left` or `today`.
 * @param day a day such as `2026-11-30`
 */
export function dueText(day: string, now: Date): { day: string; countdown: string } {
  const count = dayNumber(day) - siteDayNumber(now);
  return {
    day: longDay(day),
    countdown: count === 0 ? t('today') : t('{count, plural, one {# day} other {# days}} left', { count }),
  };
}

export interface YearFailures {
  /** The failures of the year (so far); null if no counts were entered, which is not the same as zero. */
  total: number | null;
  /** The comparison with the year before; null if it has no counts. */
  change: YearChange | null;
  /** The posts with the most failures of the year, and their indexes among all posts of the record. */
  worst: readonly { post: string; index: number }[];
  /** The number of failures at each of these posts. */
  worstTotal: number;
  /** The latest year with counts, or null. */
  latest: number | null;
}

/** The failures of a year, compared with the whole year before, because failures are counted by year and not by month. */
export function countFailures(posts: CarPosts, year: number, now: Date): YearFailures {
  const entries = [...posts.values()].flat();
  const worst = worstPost(posts, year);
  const names = [...posts.keys()];
  return {
    total: knownTotal(entries, year),
    change: changeToYearBefore(posts, year, now),
    worst: (worst?.names ?? []).map((post) => ({ post, index: names.indexOf(post) })),
    worstTotal: worst?.total ?? 0,
    latest: latestYear(posts),
  };
}
