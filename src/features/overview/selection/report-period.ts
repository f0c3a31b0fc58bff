import { t } from '../../../lib/language/translate.ts';
import type { SiteOverview } from '../../../records/site/site-overview.ts';
import { visitTime } from '../../../records/task/visit.ts';
import { monthAt, monthOfYear, twoDigitMonth, yearText, type Month } from '../../../records/time.ts';

/** Whether the reports of many sites cover a year or a month. */
export type PeriodKind = 'year' | 'month';

/** The period that the reports of many sites cover. */
export interface ReportPeriod {
  year: string;
  /** Null for the whole year. */
  month: Month | null;
}

/** `2026`, or `October 2026`. */
export function reportPeriodText({ year, month }: ReportPeriod): string {
  return month === null ? yearText(year) : monthOfYear(month, year);
}

/** The period in the name of a file: `2026`, or `2026-10`. */
export function periodFileText({ year, month }: ReportPeriod): string {
  return month === null ? year : `${year}-${twoDigitMonth(month)}`;
}

/** The messages that differ between year and month reports. Each is a whole sentence, so that it can be translated. */
export const periodWords = {
  year: {
    get title() {
      return t('Year reports');
    },
    titleOf: (count: number) =>
      t('{count, plural, one {Year reports of # site} other {Year reports of # sites}}', { count }),
    get choice() {
      return t('Year of the reports');
    },
    get running() {
      return t('Year reports are being made.');
    },
    missing: (period: string) => t('Year reports of {period} that are not in this ZIP, or lack photos.', { period }),
  },
  month: {
    get title() {
      return t('Month reports');
    },
    titleOf: (count: number) =>
      t('{count, plural, one {Month reports of # site} other {Month reports of # sites}}', { count }),
    get choice() {
      return t('Month of the reports');
    },
    get running() {
      return t('Month reports are being made.');
    },
    missing: (period: string) => t('Month reports of {period} that are not in this ZIP, or lack photos.', { period }),
  },
};

/**
 * Returns the periods since the first visit of any of the sites, the newest first, and the `usual` one to choose at first: the last month,
 * or the current year, or in January the last year.
 */
export function periodChoice(
  kind: PeriodKind,
  sites: readonly SiteOverview[],
  now: Date,
): { periods: readonly ReportPeriod[]; usual: ReportPeriod } {
  const monthsOfPeriod = kind === 'year' ? 12 : 1;
  /** Numbers the years or months from the year 0, so that consecutive periods have consecutive numbers. */
  const numberOf = (instant: string | Date) => {
    const { date } = visitTime(instant);
    return Math.floor((Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1) / monthsOfPeriod);
  };
  const currentNumber = numberOf(now);
  const isJanuary = visitTime(now).date.slice(5, 7) === '01';
  const usualNumber = kind === 'month' || isJanuary ? currentNumber - 1 : currentNumber;
  const firstVisitNumbers = sites.flatMap(({ first_visit: first }) => (first === null ? [] : [numberOf(first)]));
  const firstNumber = Math.min(usualNumber, ...firstVisitNumbers);
  const periodAt = (number: number): ReportPeriod =>
    kind === 'year'
      ? { year: String(number), month: null }
      : { year: String(Math.floor(number / 12)), month: monthAt(number % 12) };
  return {
    periods: Array.from({ length: currentNumber - firstNumber + 1 }, (_, index) => periodAt(currentNumber - index)),
    usual: periodAt(usualNumber),
  };
}
