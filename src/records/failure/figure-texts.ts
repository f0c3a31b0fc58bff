import type { YearChange } from './failure-findings.ts';

const format = new Intl.NumberFormat('en-GB');

/** `10,000` */
export function countText(count: number): string {
  return format.format(count);
}

/** `1 failure`, `10,000 failures` */
export function failuresText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'failure' : 'failures'}`;
}

/** Says "so far" while one of the two years is not over, as it is compared with a whole one. */
export function changeText({ now, before, soFar, beforeSoFar = false }: YearChange, yearBefore: number): string {
  if (soFar) return `so far; ${countText(before)} in all of ${yearBefore}`;
  if (beforeSoFar) return `in all; ${countText(before)} in ${yearBefore} so far`;
  if (now === before) return `the same as in ${yearBefore}`;
  const percent = before === 0 ? '' : ` (${now > before ? '+' : '−'}${percentText(Math.abs(now - before), before)} %)`;
  return `${countText(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than in ${yearBefore}${percent}`;
}

/** Null when both years are over. Counts have no month, so the same part of the other year is unknown. */
export function partYearText(year: number, other: number, running: number): string | null {
  const later = [year, other].find((one) => one > running);
  if (later !== undefined) return `${later} has not begun: there is nothing to compare yet.`;
  if (year !== running && other !== running) return null;
  const whole = year === running ? other : year;
  return `${running} so far against all of ${whole}: counts have no months, so the same part of ${whole} is not known.`;
}

function percentText(part: number, whole: number): string {
  return countText(Math.round((part / whole) * 100));
}

/** The average pace. With yearly counts only it is an estimate, and says so. */
export function paceText(total: number, days: number): { figure: string; note: string } {
  if (total === 0) return { figure: '–', note: 'no failures counted' };
  if (days === 0) return { figure: '–', note: 'the year has not begun' };
  if (total > days)
    return { figure: `${countText(Math.round(total / days))} a day`, note: 'about, from yearly counts' };
  const gap = Math.round(days / total);
  return {
    figure: gap === 1 ? '1 day' : `${countText(gap)} days`,
    note: `about one every ${gap === 1 ? 'day' : `${countText(gap)} days`} (from yearly counts)`,
  };
}
