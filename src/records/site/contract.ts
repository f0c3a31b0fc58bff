import { dayNumber, isoDay } from '../../lib/calendar/day.ts';
import { readEnd } from '../../lib/calendar/read-date.ts';
import { isYearOutside, thisCentury, yearProblem } from '../../lib/calendar/year-range.ts';
import { t } from '../../lib/language/translate.ts';
import { plainList } from '../counted.ts';
import { longDay, shortDay, siteDayNumber, siteYear } from '../time.ts';

interface WrittenEnd {
  /** The stored text; for a date from a date field, the day in the reader's language. */
  written: string;
  /** The day, such as `31 December 2027`; null when `written` is the same, and when it is not a date. */
  meaning: string | null;
  /** Both together: `Dec 2027 (31 December 2027)`. */
  text: string;
  /** The last day, as `2027-12-31`; null when the stored text is not a date. */
  day: string | null;
}

export interface Contract extends WrittenEnd {
  /** Calendar days in Singapore until the end, negative after it; null when it is not a date. */
  daysLeft: number | null;
  /** A notice about the end; null while it is more than 90 days away, and without an end. */
  notice: { tone: 'info' | 'warn' | 'danger'; text: string } | null;
}

/** The years in which a contract can end. */
export const contractYears = thisCentury;

/** Matches a date that a date field stored, such as `2027-12-31`. */
const fromDateField = /^\d{4}-\d{2}-\d{2}(?:T.*)?$/u;

/** The end of a contract, in any notation that `lib/calendar` reads. A month without a day means the last day of the month. */
export function contractEnd(stored: string): WrittenEnd {
  const text = stored.trim();
  const day = contractDay(text);
  if (day === null) return { written: text, meaning: null, text, day };
  const meaning = longDay(day);
  const written = fromDateField.test(text) ? meaning : text;
  const isSameText = [meaning, shortDay(day)].some((words) => words.toLowerCase() === written.toLowerCase());
  if (isSameText) return { written, meaning: null, text: written, day };
  return { written: text, meaning, text: withNotes(text, [meaning]), day };
}

/** The end of a contract, with the days left and a notice. */
export function readContract(stored: string, now: Date): Contract {
  const end = contractEnd(stored);
  if (end.day === null) {
    const notice = isUnreadEnd(stored) ? ({ tone: 'info', text: unreadEndText(stored) } as const) : null;
    return { ...end, daysLeft: null, notice };
  }
  const daysLeft = dayNumber(end.day) - siteDayNumber(now);
  return { ...end, daysLeft, notice: noticeOf(daysLeft) };
}

/**
 * The end of a contract on paper, with the day that it means, or a note that it is not a date. The days left are printed only on paper about a
 * period that is not over.
 */
export function contractOnPaper(stored: string, now: Date, isOver: boolean): string {
  const { written, meaning, day, notice } = readContract(stored, now);
  const note = notice && (day === null || !isOver) ? notice.text.toLowerCase() : null;
  return withNotes(written, [meaning, note]);
}

/** The text below the field of a contract's end: the day that was read, or why none was read; null for an empty field. */
export function typedEndText(typed: string, now: Date): string | null {
  if (typed.trim() === '') return null;
  const { day, daysLeft, notice } = readContract(typed, now);
  if (day === null) {
    const example = longDay(`${siteYear(now) + 1}-12-31`);
    return yearProblem(typed, contractYears) ?? t('This is not a date. Write it like {example}.', { example });
  }
  const state = (daysLeft ?? 0) < 0 ? 'over' : 'running';
  const dated = t('{state, select, over {Ended on {day}} other {Ends on {day}}}', { state, day: longDay(day) });
  return notice ? t('{contract}: {notice}', { contract: dated, notice: notice.text }) : dated;
}

function withNotes(text: string, notes: readonly (string | null)[]): string {
  const present = notes.filter((note) => note !== null);
  return present.length === 0 ? text : t('{value} ({note})', { value: text, note: plainList(present) });
}

/** Whether a contract's end has a text that is not a date, so that nobody can be warned before the end. No other code decides this. */
export function isUnreadEnd(stored: string | null): boolean {
  return stored !== null && stored.trim() !== '' && contractDay(stored) === null;
}

/** Why an end is unread (`isUnreadEnd`), in a few words. */
export function unreadEndText(stored: string): string {
  return isYearOutside(stored, contractYears)
    ? t('The year must be between {first} and {last}', { ...contractYears })
    : t('Not a date');
}

/** A cache of read texts, because a list reads the same texts again while it is sorted and drawn. */
const dayCache = new Map<string, string | null>();
const maxCachedDays = 2_000;

/** The last day of a contract, as `2026-12-31`; null when the stored text is not a date of its years. */
export function contractDay(stored: string): string | null {
  const cached = dayCache.get(stored);
  if (cached !== undefined) return cached;
  const end = readEnd(stored);
  const isPossible = end !== null && end.year >= contractYears.first && end.year <= contractYears.last;
  const day = isPossible ? isoDay(end) : null;
  if (dayCache.size >= maxCachedDays) dayCache.clear();
  dayCache.set(stored, day);
  return day;
}

/** A warning in the last 30 days of a contract, and red behind its end. */
function noticeOf(daysLeft: number): Contract['notice'] {
  if (daysLeft > 90) return null;
  const tone = daysLeft > 30 ? 'info' : 'warn';
  return { tone: daysLeft < 0 ? 'danger' : tone, text: endingText(daysLeft) };
}

/** The days left until the end of a contract: `Expired 22 days ago`, `Ends today`, `8 days left`. */
export function endingText(daysLeft: number): string {
  if (daysLeft < 0) return t('Expired {days, plural, one {# day} other {# days}} ago', { days: -daysLeft });
  if (daysLeft === 0) return t('Ends today');
  return t('{days, plural, one {# day} other {# days}} left', { days: daysLeft });
}
