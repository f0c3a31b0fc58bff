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

/** A month and its visible visits, which are those that its link leads to. */
export interface MonthWithVisits {
  year: string;
  month: Month;
  visits: number;
}

export interface YearCounts extends CallsOfYear {
  year: number;
  /** The year is over in Singapore. */
  isOver: boolean;
  service: ServiceSummary;
  /** Visible visits by date, newest first: all of the year, their number, its emergency calls, and those without a kind. */
  ofYear: readonly Task[];
  visits: number;
  emergencies: number;
  withoutKind: number;
  /** The latest visit of any year. */
  lastVisit: Task | null;
  /** Recommendations of any year that are open, oldest first. */
  open: readonly FollowUp<Task>[];
  /** January first: whether a visit is dated in the month, and how many are filed under it. */
  months: readonly (MonthWithVisits & { visited: boolean })[];
}

/**
 * Counts the visits of a year, the current one in Singapore if none is said (`decisions §8`).
 * @param faults null where they are not known
 */
export function countYear(
  site: Pick<SiteRecord, 'tasks2024' | 'visit_every_months' | 'contract_until' | keyof PromiseColumns>,
  faults: readonly ReportedFault[] | null,
  now: Date,
  year = siteYear(now),
): YearCounts {
  const shown = visibleTasks(site.tasks2024);
  const dated = shown.map((task) => ({ task, day: siteStamp(new Date(task.time)).slice(0, 10) }));
  const ofYear = dated.filter(({ day }) => day.startsWith(`${year}-`));
  const filed = (month: Month): MonthWithVisits => ({
    year: `${year}`,
    month,
    visits: shown.filter((task) => task.year === `${year}` && task.month === month).length,
  });
  return {
    year,
    isOver: year < siteYear(now),
    service: serviceSummary(shown, agreementOf(site), year, now),
    ofYear: ofYear.map(({ task }) => task),
    visits: ofYear.length,
    emergencies: ofYear.filter(({ task }) => task.kind === 'emergency').length,
    withoutKind: ofYear.filter(({ task }) => task.kind === undefined).length,
    ...callsOfYear(clockOf(site, faults), year, now),
    lastVisit: shown[0] ?? null,
    open: openFollowUps(shown),
    months: months.map(({ value: month }, index) => {
      const monthPrefix = `${year}-${String(index + 1).padStart(2, '0')}`;
      return { ...filed(month), visited: ofYear.some(({ day }) => day.startsWith(monthPrefix)) };
    }),
  };
}

/** The state of the agreed visit or, without an agreed interval, whether there was one: `visited` or `no visit`. */
export type BoxState = PeriodState | 'visited' | 'no visit';

/** The months of the year that one agreed visit covers; a single month without an agreement. */
export interface YearBox {
  state: BoxState;
  /** First and last day of the whole period, which may begin before the year or end after it: `2026-01-01`. */
  first: string;
  last: string;
  months: YearCounts['months'];
}

/** The year in boxes, January first; `today` is a day such as `2026-11-22`. */
export function yearBoxes(counts: YearCounts, today: string): YearBox[] {
  if (counts.service.periods.length === 0)
    return counts.months.map((month, index) => {
      const first = `${counts.year}-${String(index + 1).padStart(2, '0')}-01`;
      const state = month.visited ? 'visited' : first > today ? 'to come' : 'no visit';
      return { state, first, last: first, months: [month] };
    });
  return counts.service.periods.map(({ first, last, state }) => {
    const from = first < `${counts.year}` ? 0 : Number(first.slice(5, 7)) - 1;
    const to = last.slice(0, 4) > `${counts.year}` ? 12 : Number(last.slice(5, 7));
    return { state, first, last, months: counts.months.slice(from, to) };
  });
}

/** How the agreed visits stand, for the rule of what the site needs. */
export function visitStanding({ service: { periods, nextDue, overdueSince } }: YearCounts, now: Date): VisitStanding {
  const today = siteStamp(now).slice(0, 10);
  return {
    since: overdueSince === null ? null : { day: overdueSince, orEarlier: false },
    isDue: periods.some(({ state, first, last }) => state === 'due' && first <= today && today <= last),
    nextDue,
  };
}

/** Such as `10 of 11 monthly visits kept in 2026`; without an agreed interval the visits are counted. Tagged as in `scoreMessage`. */
export function yearScore({ year, isOver, service: periods, visits }: YearCounts): StoredMessage {
  const score = scoreMessage(periods, year, isOver);
  if (score) return score;
  if (visits === 0)
    return isOver ? storedMessage('No visit in {year}', { year }) : storedMessage('No visit in {year} yet', { year });
  return storedMessage('<figures>{count}</figures> {count, plural, one {visit} other {visits}} in {year}', {
    count: visits,
    year,
  });
}

/** When a visit is due: `30 November 2026`, and `8 days left` or `today`. @param day such as `2026-11-30` */
export function dueText(day: string, now: Date): { day: string; countdown: string } {
  const count = dayNumber(day) - siteDayNumber(now);
  return {
    day: longDay(day),
    countdown: count === 0 ? t('today') : t('{count, plural, one {# day} other {# days}} left', { count }),
  };
}

export interface YearFailures {
  /** Failures of the year, so far if it runs; null without entries, which is not the same as zero. */
  total: number | null;
  /** How they compare; null without entries of the year before. */
  change: YearChange | null;
  /** The posts with the most failures of the year, and their indexes among all posts of the record. */
  worst: readonly { post: string; index: number }[];
  /** How many failures each of these posts has. */
  worstTotal: number;
  latest: number | null;
}

/** The failures of a year, compared with all of the year before: counts have no months, so no part of it is known. */
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
