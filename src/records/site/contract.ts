import { dayNumber, isoDay } from '../../lib/calendar/day.ts';
import { readEnd } from '../../lib/calendar/read-date.ts';
import { t } from '../../lib/language/translate.ts';
import { longDay, siteDayNumber } from '../time.ts';

export interface Contract {
  /** As it was written, with the day that it means beside it where it reads otherwise: `Dec 2027 (31 December 2027)`. */
  text: string;
  /** The last day, as `2027-12-31`; null when the stored text names none. */
  day: string | null;
  /** Calendar days in Singapore until the end, negative after it; null when it is not a date. */
  daysLeft: number | null;
  /** Null while the end is more than 90 days away, and without one. */
  notice: { tone: 'info' | 'warn' | 'danger'; text: string } | null;
}

/** The years that a contract can end in, as the date field offers them. */
export const contractYears = { first: 2000, last: 2099 };

/** What a date field stores, which nobody has written so. */
const fromDateField = /^\d{4}-\d{2}-\d{2}(?:T.*)?$/u;

/** When a contract ends, whatever its notation (`lib/calendar`). One that is known to the month ends with its last day. */
export function readContract(stored: string, now: Date): Contract {
  const written = stored.trim();
  const day = contractDay(written);
  if (day === null) return { text: written, day, daysLeft: null, notice: isUnreadEnd(written) ? notADate() : null };
  const daysLeft = dayNumber(day) - siteDayNumber(now);
  return { text: textOf(written, longDay(day)), day, daysLeft, notice: noticeOf(daysLeft) };
}

const notADate = () => ({ tone: 'info', text: t('Not a date') }) as const;

/** THE rule of a contract's end that says something and is no date, so that nobody is told when it comes. */
export function isUnreadEnd(stored: string | null): boolean {
  return stored !== null && stored.trim() !== '' && contractDay(stored) === null;
}

/** Texts are read again and again while a list is sorted and drawn. */
const read = new Map<string, string | null>();
const maxRead = 2_000;

/** The last day of a contract, as `2026-12-31`; null when the stored text is not a date of its years. */
export function contractDay(stored: string): string | null {
  const known = read.get(stored);
  if (known !== undefined) return known;
  const end = readEnd(stored);
  const isPossible = end !== null && end.year >= contractYears.first && end.year <= contractYears.last;
  const day = isPossible ? isoDay(end) : null;
  if (read.size >= maxRead) read.clear();
  read.set(stored, day);
  return day;
}

function textOf(written: string, meaning: string): string {
  if (fromDateField.test(written) || written.toLowerCase() === meaning.toLowerCase()) return meaning;
  return t('{text} ({meaning})', { text: written, meaning });
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
