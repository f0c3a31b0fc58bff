import { withCapital } from '../../../lib/capitals.ts';
import {
  atSharedPosts,
  countText,
  failureYears,
  failuresText,
  isYearKnown,
  knownTotal,
  notShared,
  partYearText,
  sharedPosts,
  yearPair,
} from '../../../records/failure/failure-figures.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { siteStamp, siteYear } from '../../../records/time.ts';

/** The failures of a year; `total` is null where nothing is entered, which is not zero. */
export interface YearTotal {
  readonly year: number;
  readonly total: number | null;
  /** The year is not over. */
  readonly soFar: boolean;
}

/**
 * The years from the first to the last with entries. Years that have not begun are left out: their zeros only prepare the
 * next year, and would look like its result.
 */
export function yearTotals(posts: CarPosts, today: Date): readonly YearTotal[] {
  const running = siteYear(today);
  const known = failureYears.filter((year) => year <= running && isYearKnown(posts, year));
  const [first = 0] = known;
  const last = known.at(-1) ?? -1;
  return failureYears
    .filter((year) => first <= year && year <= last)
    .map((year) => ({ year, total: totalIn(posts, year), soFar: year === running }));
}

function totalIn(posts: CarPosts, year: number): number | null {
  return knownTotal([...posts.values()].flat(), year);
}

/** Months of a year that have passed in Singapore, today included: `10.9` on 26 November, 12 of a past year, 0 of a future one. */
export function monthsPassed(year: number, today: Date): number {
  const running = siteYear(today);
  if (year !== running) return year < running ? 12 : 0;
  const [month = 1, day = 1] = siteStamp(today).slice(5, 10).split('-').map(Number);
  const daysOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month - 1 + day / daysOfMonth;
}

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

interface YearRate extends YearTotal {
  readonly months: number;
  /** Failures a month; null where nothing is entered, and in the first month of a year, which is too short for it. */
  readonly rate: number | null;
}

function rateOf(posts: CarPosts, year: number, today: Date): YearRate {
  const [total, months] = [totalIn(posts, year), monthsPassed(year, today)];
  const rate = total === null || months < 1 ? null : total / months;
  return { year, total, soFar: year === siteYear(today), months, rate };
}

interface YearAnswer {
  readonly sentence: string;
  /** How it was reckoned, and what cannot be compared. */
  readonly notes: readonly string[];
}

/**
 * Whether it is getting better: the failures a month of a year and of another, by default the year before. A year that is
 * not over is divided by its months so far, and only posts counted in both years are compared (`sharedPosts`).
 */
export function yearAnswer(posts: CarPosts, year: number, compare: number | null, today: Date): YearAnswer {
  if (year > siteYear(today)) return answer(`${year} has not begun`);
  const other = compare ?? year - 1;
  const shown = rateOf(posts, year, today);
  const pair = yearPair(year, other, today);
  // what is compared is explained only where somebody asked for it
  const part = compare === null ? null : partYearText(year, other, siteYear(today));
  if (!pair) return answer(aloneText(shown), reckoningText([shown]), part);
  const [older, newer] = [rateOf(posts, pair.older, today), rateOf(posts, pair.newer, today)];
  if (older.total === null || newer.total === null) {
    if (older.total === newer.total) return answer(aloneText(shown));
    const [known, unknown] = older.total === null ? [newer, older] : [older, newer];
    return answer(`${aloneText(known)}; ${aloneText(unknown)} to compare with`, reckoningText([known]));
  }
  const { posts: shared, lacking } = sharedPosts(posts, pair.older, pair.newer);
  if (lacking === null) return answer(comparedText(older, newer), reckoningText([older, newer]), part);
  if (shared.size === 0) return answer(`${notShared(year, other)}: ${lacking}`);
  const [then, now] = [rateOf(shared, pair.older, today), rateOf(shared, pair.newer, today)];
  return answer(atSharedPosts(comparedText(then, now), lacking), reckoningText([then, now], ' at these posts'), part);
}

/** @param sentence without its capital and its full stop */
function answer(sentence: string, ...notes: (string | null)[]): YearAnswer {
  return { sentence: `${withCapital(sentence)}.`, notes: notes.filter((note) => note !== null) };
}

/** Such as `5.9 failures a month so far in 2026`. */
function aloneText({ year, total, rate, soFar }: YearRate): string {
  const then = `${soFar ? ' so far' : ''} in ${year}`;
  if (total === null) return `nothing is entered for ${year}`;
  if (total === 0) return `no failures${then}`;
  return rate === null
    ? `${failuresText(total)}${then}, too early for a rate`
    : `${rateText(rate)} failures a month${then}`;
}

/** Such as `Fewer failures: 6.4 a month in 2025, 5.9 in 2026 so far`. */
function comparedText(older: YearRate, newer: YearRate): string {
  if (older.rate === null || newer.rate === null) return `${aloneText(older)}; ${aloneText(newer)}`;
  const so = newer.soFar ? ' so far' : '';
  if (older.total === 0 && newer.total === 0) return `No failures in ${older.year}, and none in ${newer.year}${so}`;
  const [before, now] = [rateText(older.rate), rateText(newer.rate)];
  if (before === now) return `About as many failures: ${before} a month in ${older.year} and in ${newer.year}${so}`;
  const then = older.total === 0 ? 'none' : `${before} a month`;
  const since = newer.total === 0 ? 'none' : older.total === 0 ? `${now} a month` : now;
  const lead = newer.rate > older.rate ? 'More' : 'Fewer';
  return `${lead} failures: ${then} in ${older.year}, ${since} in ${newer.year}${so}`;
}

function rateText(rate: number): string {
  return oneDecimal.format(rate);
}

/** How the rates were reckoned; null without one. */
function reckoningText(years: readonly YearRate[], where = ''): string | null {
  const [first, last] = years.filter(({ rate, total }) => rate !== null && total !== 0);
  if (!first) return null;
  const monthsOf = ({ months, soFar }: YearRate) =>
    soFar && months < 12 ? `the ${rateText(months)} months so far` : '12';
  const other = last ? `, of ${last.year} by ${monthsOf(last)}` : '';
  return `Failures a month${where}: the count of ${first.year} divided by ${monthsOf(first)}${other}.`;
}

/** The years in words, as the name of their chart: `2024: 19; 2025: no counts; 2026: 4 so far`. */
export function totalsText(totals: readonly YearTotal[]): string {
  return totals
    .map(
      ({ year, total, soFar }) =>
        `${year}: ${total === null ? 'no counts' : countText(total)}${soFar ? ' so far' : ''}`,
    )
    .join('; ');
}
