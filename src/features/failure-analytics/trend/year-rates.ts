import { daysIn } from '../../../lib/calendar/day.ts';
import { withCapital } from '../../../lib/capitals.ts';
import { currentLanguage, t } from '../../../lib/language/translate.ts';
import {
  atSharedPosts,
  countText,
  failureYears,
  isYearKnown,
  knownTotal,
  partYearText,
  sharedPosts,
  yearPair,
} from '../../../records/failure/failure-figures.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { joinedStatements } from '../../../records/sentences.ts';
import { siteStamp, siteYear } from '../../../records/time.ts';

/** The failures of a year. */
export interface YearTotal {
  readonly year: number;
  /** Null if nothing is entered, which is not zero. */
  readonly total: number | null;
  /** Whether the year is not over. */
  readonly soFar: boolean;
}

/**
 * The totals of all years from the first to the last one with entries. Future years are left out: their entries are zeros that were entered to
 * prepare the year, and would look like a result.
 */
export function yearTotals(posts: CarPosts, today: Date): readonly YearTotal[] {
  const currentYear = siteYear(today);
  const enteredYears = failureYears.filter((year) => year <= currentYear && isYearKnown(posts, year));
  const [firstYear, lastYear] = [enteredYears[0] ?? 0, enteredYears.at(-1) ?? -1];
  return failureYears
    .filter((year) => firstYear <= year && year <= lastYear)
    .map((year) => ({ year, total: totalIn(posts, year), soFar: year === currentYear }));
}

/** The failures of a year; null if nothing is entered. */
function totalIn(posts: CarPosts, year: number): number | null {
  return knownTotal([...posts.values()].flat(), year);
}

/** How many months of a year have passed in Singapore, with today: `10.87` on 26 November, 12 for a past year, 0 for a future year. */
export function monthsPassed(year: number, today: Date): number {
  const currentYear = siteYear(today);
  if (year !== currentYear) return year < currentYear ? 12 : 0;
  // month and day of a stamp such as `2026-11-26T…`
  const [month = 1, day = 1] = siteStamp(today).slice(5, 10).split('-').map(Number);
  return month - 1 + day / daysIn(year, month);
}

interface YearRate extends YearTotal {
  /** The months passed, rounded to one decimal as the page shows them: a reader who divides by them gets the shown rate. */
  readonly months: number;
  /** Failures a month. Null if nothing is entered, and in the first month of a year, because that is too short for a rate. */
  readonly rate: number | null;
}

function rateOf(posts: CarPosts, year: number, today: Date): YearRate {
  const [total, passed] = [totalIn(posts, year), monthsPassed(year, today)];
  const months = Math.round(passed * 10) / 10;
  const rate = total === null || passed < 1 ? null : total / months;
  return { year, total, soFar: year === siteYear(today), months, rate };
}

interface YearAnswer {
  readonly sentence: string;
  /** Sentences that say how the rates were calculated, and what cannot be compared. */
  readonly notes: readonly string[];
}

/**
 * Answers whether it is getting better: compares the failures a month of a year with those of `compare`, or if that is null of the year before.
 * The count of a year that is not over is divided by its months so far. Only posts with counts in both years are compared (`sharedPosts`).
 */
export function yearAnswer(posts: CarPosts, year: number, compare: number | null, today: Date): YearAnswer {
  if (year > siteYear(today)) return answer(t('{year} has not begun', { year }));
  const otherYear = compare ?? year - 1;
  const yearRate = rateOf(posts, year, today);
  const pair = yearPair(year, otherYear, today);
  // the note that only a part of a year is compared is for a person who chose the other year
  const partNote = compare === null ? null : partYearText(year, otherYear, siteYear(today));
  if (!pair) return answer(singleYearText(yearRate), calculationText([yearRate]), partNote);
  const [older, newer] = [rateOf(posts, pair.older, today), rateOf(posts, pair.newer, today)];
  if (older.total === null || newer.total === null) {
    if (older.total === newer.total) return answer(singleYearText(yearRate));
    const [enteredYear, emptyYear] = older.total === null ? [newer, older] : [older, newer];
    const statement = singleYearText(enteredYear);
    return answer(
      t('{statement}; nothing is entered for {year} to compare with', { statement, year: emptyYear.year }),
      calculationText([enteredYear]),
    );
  }
  const { posts: shared, lacking: lackingText } = sharedPosts(posts, pair.older, pair.newer);
  if (lackingText === null) return answer(comparedText(older, newer), calculationText([older, newer]), partNote);
  if (shared.size === 0)
    return answer(
      t('no post has counts for both {older} and {newer}: {lacking}', {
        older: pair.older,
        newer: pair.newer,
        lacking: lackingText,
      }),
    );
  const sharedRates = [rateOf(shared, pair.older, today), rateOf(shared, pair.newer, today)] as const;
  return answer(atSharedPosts(comparedText(...sharedRates), lackingText), calculationText(sharedRates, true), partNote);
}

/** @param statement a clause without a capital at its start or a full stop @param notes null for a note that does not apply */
function answer(statement: string, ...notes: (string | null)[]): YearAnswer {
  return {
    sentence: t('{statement}.', { statement: withCapital(statement) }),
    notes: notes.filter((note) => note !== null),
  };
}

/** Such as `5.9 failures a month so far in 2026`. */
function singleYearText({ year, total, rate, soFar }: YearRate): string {
  if (total === null) return t('nothing is entered for {year}', { year });
  if (total === 0) return soFar ? t('no failures so far in {year}', { year }) : t('no failures in {year}', { year });
  // only the current year can have no rate, in its first month
  if (rate === null)
    return t(
      '{count, plural, one {{number} failure so far in {year}, too early for a rate} other {{number} failures so far in {year}, too early for a rate}}',
      { count: total, number: countText(total), year },
    );
  const parts = { rate: rateText(rate), year };
  return soFar ? t('{rate} failures a month so far in {year}', parts) : t('{rate} failures a month in {year}', parts);
}

/** Such as `Fewer failures: 6.4 a month in 2025, 5.9 in 2026 so far`. */
function comparedText(older: YearRate, newer: YearRate): string {
  if (older.rate === null || newer.rate === null)
    return joinedStatements([singleYearText(older), singleYearText(newer)]);
  const years = { soFar: newer.soFar ? 'yes' : 'no', older: older.year, newer: newer.year } as const;
  if (older.total === 0 && newer.total === 0)
    return t(
      '{soFar, select, yes {No failures in {older}, and none in {newer} so far} other {No failures in {older}, and none in {newer}}}',
      years,
    );
  const [before, now] = [rateText(older.rate), rateText(newer.rate)];
  if (before === now)
    return t(
      '{soFar, select, yes {About as many failures: {rate} a month in {older} and in {newer} so far} other {About as many failures: {rate} a month in {older} and in {newer}}}',
      { ...years, rate: now },
    );
  if (older.total === 0)
    return t(
      '{soFar, select, yes {More failures: none in {older}, {now} a month in {newer} so far} other {More failures: none in {older}, {now} a month in {newer}}}',
      { ...years, now },
    );
  if (newer.total === 0)
    return t(
      '{soFar, select, yes {Fewer failures: {before} a month in {older}, none in {newer} so far} other {Fewer failures: {before} a month in {older}, none in {newer}}}',
      { ...years, before },
    );
  return newer.rate > older.rate
    ? t(
        '{soFar, select, yes {More failures: {before} a month in {older}, {now} in {newer} so far} other {More failures: {before} a month in {older}, {now} in {newer}}}',
        { ...years, before, now },
      )
    : t(
        '{soFar, select, yes {Fewer failures: {before} a month in {older}, {now} in {newer} so far} other {Fewer failures: {before} a month in {older}, {now} in {newer}}}',
        { ...years, before, now },
      );
}

/** With one decimal: `6.4` */
function rateText(rate: number): string {
  const { locale } = currentLanguage();
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(rate);
}

/**
 * A sentence that says how the rates were calculated; null if there is no rate.
 * @param atShared whether only the posts with counts in both years are in the rates
 */
function calculationText(years: readonly YearRate[], atShared = false): string | null {
  const [first, other] = years.filter(({ rate, total }) => rate !== null && total !== 0);
  if (!first) return null;
  // the current year can only be the last one
  const { months, soFar } = other ?? first;
  const parts = { shared: atShared ? 'yes' : 'no', year: first.year } as const;
  const isPart = soFar && months < 12;
  if (!other)
    return isPart
      ? t(
          '{shared, select, yes {Failures a month at these posts: the count of {year} divided by the {months} months so far.} other {Failures a month: the count of {year} divided by the {months} months so far.}}',
          { ...parts, months: rateText(months) },
        )
      : t(
          '{shared, select, yes {Failures a month at these posts: the count of {year} divided by 12.} other {Failures a month: the count of {year} divided by 12.}}',
          parts,
        );
  return isPart
    ? t(
        '{shared, select, yes {Failures a month at these posts: the count of {year} divided by 12, of {other} by the {months} months so far.} other {Failures a month: the count of {year} divided by 12, of {other} by the {months} months so far.}}',
        { ...parts, other: other.year, months: rateText(months) },
      )
    : t(
        '{shared, select, yes {Failures a month at these posts: the count of {year} divided by 12, of {other} by 12.} other {Failures a month: the count of {year} divided by 12, of {other} by 12.}}',
        { ...parts, other: other.year },
      );
}

/** The totals in words, for the accessible name of their chart: `2024: 19; 2025: no counts; 2026: 4 so far`. */
export function totalsText(totals: readonly YearTotal[]): string {
  return joinedStatements(
    totals.map(({ year, total, soFar }) => {
      if (total === null) return soFar ? t('{year}: no counts so far', { year }) : t('{year}: no counts', { year });
      const parts = { year, count: countText(total) };
      return soFar ? t('{year}: {count} so far', parts) : t('{year}: {count}', parts);
    }),
  );
}
