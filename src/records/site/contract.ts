import { t } from '../../lib/language/translate.ts';
import { longDay, months, siteDayNumber } from '../time.ts';

export interface Contract {
  /** `31 December 2026`, or the stored text when it is not a date. */
  text: string;
  /** Calendar days in Singapore until the end, negative after it; null when it is not a date. */
  daysLeft: number | null;
  /** Null while the end is more than 90 days away or not a date. */
  notice: { tone: 'info' | 'warn' | 'danger'; text: string } | null;
}

const shapes = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:T.*)?$/u,
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/u,
  /^(?<day>\d{1,2}) (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/iu,
];

/** When a contract ends. `2026-12-31`, `31/12/2026` and `31 December 2026` are dates, all else is text. */
export function readContract(stored: string, now: Date): Contract {
  const date = readDate(stored.trim());
  if (!date) return { text: stored.trim(), daysLeft: null, notice: null };
  // a calendar date has no zone: never use `new Date('2026-12-31')`
  const daysLeft = Date.UTC(date.year, date.month - 1, date.day) / 86_400_000 - siteDayNumber(now);
  return { text: longDay(isoDay(date)), daysLeft, notice: noticeOf(daysLeft) };
}

/** The day a contract ends, as `2026-12-31`; null when the stored text is not a date. */
export function contractDay(stored: string): string | null {
  const date = readDate(stored.trim());
  return date && isoDay(date);
}

function isoDay({ year, month, day }: CalendarDay): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

function noticeOf(daysLeft: number): Contract['notice'] {
  if (daysLeft > 90) return null;
  if (daysLeft < 0)
    return { tone: 'danger', text: t('Expired {days, plural, one {# day} other {# days}} ago', { days: -daysLeft }) };
  if (daysLeft === 0) return { tone: 'warn', text: t('Ends today') };
  return {
    tone: daysLeft > 30 ? 'info' : 'warn',
    text: t('{days, plural, one {# day} other {# days}} left', { days: daysLeft }),
  };
}

function readDate(text: string): CalendarDay | null {
  for (const shape of shapes) {
    const found = shape.exec(text)?.groups;
    if (!found) continue;
    const [year, month, day] = [Number(found['year']), monthNamed(found['month'] ?? ''), Number(found['day'])];
    // 31 February is text, not the third of March
    const calendarDay = new Date(Date.UTC(year, month - 1, day));
    return calendarDay.getUTCMonth() === month - 1 && calendarDay.getUTCDate() === day ? { year, month, day } : null;
  }
  return null;
}

function monthNamed(text: string): number {
  if (/^\d+$/u.test(text)) return Number(text);
  const word = text.toLowerCase();
  return months.findIndex(({ label }) => label.toLowerCase() === word || label.slice(0, 3).toLowerCase() === word) + 1;
}
