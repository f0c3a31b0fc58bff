import { dayAt, dayMs, realDay, type CalendarDay } from './day.ts';
import { chineseInDigits, namedMonth, withoutWeekdays } from './names.ts';
import { comparedForm } from './plain-form.ts';
import { readClock, type ReadClock } from './read-clock.ts';

// Reads dates as people write them in a cell, such as `12/03/2026`, `12 Mac 2026`, `2026年3月12日` or a spreadsheet's number.
// Rule: a date of three numbers is read in the order that somebody has chosen, or that its whole column decides. Day and month are
// never exchanged to make one value of a column fit.

/** The order in which a date of three numbers is written. */
export type DateOrder = 'day-first' | 'month-first' | 'year-first';

/** The day that a spreadsheet's numbers count from: 1904 in workbooks of old Excels for Mac. */
export type DateEpoch = 1900 | 1904;

export interface DateNotation {
  /** Null while the order is not chosen: dates of three numbers are not read. */
  order: DateOrder | null;
  epoch: DateEpoch;
}

/**
 * A date as it is written: three numbers whose order is not known yet, a day, or a spreadsheet's serial number. `rest` is the text behind the
 * date, which may be a time.
 */
export type WrittenDate =
  | { form: 'numbers'; numbers: readonly [string, string, string]; rest: string }
  | { form: 'day'; day: CalendarDay; isShortYear: boolean; rest: string }
  | { form: 'serial'; serial: number };

export interface ReadDay extends CalendarDay {
  /** The time of a spreadsheet's number, in seconds since midnight; null where it has none. */
  seconds: number | null;
}

/** A longer text is no date. The limit keeps the patterns below fast. */
const maxLength = 120;

/** A text as dates are read: in small letters, without weekdays, every dash and apostrophe the same, Chinese numbers in digits. */
export function plainDate(text: string): string {
  if (text.length > maxLength) return '';
  const plain = comparedForm(text)
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/[\u2018\u2019\u02BC]/gu, "'")
    .replace(/^'/u, '');
  return chineseInDigits(comparedForm(withoutWeekdays(plain)))
    .replace(/[ .,;。]+$/u, '')
    .replace(/^the (?=\d)/u, '');
}

const separator = String.raw` ?[-/.\\] ?| `;
const year = String.raw`'?(?<year>\d{4}|\d{2})`;
// a month such as `12月` is matched with all its digits, never as `1` and `2月`
const name = String.raw`(?<name>\p{L}{3,12}|(?<!\d)\d{1,2}月)\.?`;
const day = String.raw`(?<day>\d{1,2})(?: ?(?:st|nd|rd|th|hb|hari ?bulan)\.?)?`;
const rest = String.raw`(?:(?:t|,? ?at |, ?| )(?<rest>.+))?`;
/** A year of four digits first, a day and month in Chinese, eight digits, and three orders of a named month. */
const shapes = [
  String.raw`(?<year>\d{4})(?<sep>${separator})(?<month>\d{1,2})\k<sep>(?<day>\d{1,2})`,
  String.raw`(?<year>\d{4}|\d{2}) ?年 ?(?<month>\d{1,2}) ?月 ?(?<day>\d{1,2}) ?[日号號]?`,
  String.raw`(?<year>20\d{2})(?<month>\d{2})(?<day>\d{2})`,
  String.raw`${day}(?: day)?(?: of )?[-/. ]*${name}[-/., ]*${year}`,
  String.raw`${name}[-/. ]*${day}(?:, ?|[-/ ])${year}`,
  String.raw`(?<year>\d{4})[-/. ]*${name}[-/. ]*(?<day>\d{1,2})`,
]
  // a time may follow a Chinese day without a space
  .map((shape) => new RegExp(`^${shape}(?:${rest}|(?<=[日号號])(?<unspacedRest>.+))$`, 'u'));
const threeNumbers = new RegExp(
  String.raw`^(?<a>\d{1,2})(?<sep>${separator})(?<b>\d{1,2})\k<sep>(?<c>\d{4}|\d{2})${rest}$`,
  'u',
);
/** Three numbers without separators, as in `31122026`. */
const packedNumbers = /^(?<a>[0-3]\d)(?<b>[0-3]\d)(?<c>20\d{2})$/u;
const serial = /^(?<whole>\d{5})(?:[.,](?<part>\d+))?$/u;

/** The date that is written in a cell, whatever the notation of its column; null when the cell has no date. */
export function writtenDate(cell: string): WrittenDate | null {
  const text = plainDate(cell);
  const number = serial.exec(text)?.groups;
  if (number) return { form: 'serial', serial: Number(`${number['whole']}.${number['part'] ?? 0}`) };
  const three = (threeNumbers.exec(text) ?? packedNumbers.exec(text))?.groups;
  if (three) {
    const { a = '', b = '', c = '' } = three;
    return { form: 'numbers', numbers: [a, b, c], rest: three['rest'] ?? '' };
  }
  for (const shape of shapes) {
    const found = shape.exec(text)?.groups;
    if (!found) continue;
    const month = found['name'] === undefined ? Number(found['month']) : namedMonth(found['name']);
    const written = found['year'] ?? '';
    const read = month === null ? null : dayInCentury(written, month, Number(found['day']));
    const isShortYear = written.length === 2;
    if (read) return { form: 'day', day: read, isShortYear, rest: found['rest'] ?? found['unspacedRest'] ?? '' };
  }
  return null;
}

/**
 * Joins the cells of year, month and day to one date, year first, so that its order is known. A missing part is written as `?`; the result
 * is empty when all parts are missing.
 */
export function dateOfParts(parts: { year: string; month: string; day: string }): string {
  const cells = [parts.year, parts.month, parts.day].map((cell) =>
    comparedForm(cell).replace(/(?<=\d) ?[年月日号號]$|\.0+$/u, ''),
  );
  const [written = '', month = '', dayOfMonth = ''] = cells;
  const whole = [
    /^\d{2}$/u.test(written) ? `20${written}` : written,
    month,
    dayOfMonth.replace(/(?<=\d)(?:st|nd|rd|th)$/u, ''),
  ];
  if (whole.every((part) => part === '')) return '';
  return whole.map((part) => part || '?').join(whole.every((part) => /^\d+$/u.test(part)) ? '-' : ' ');
}

/** The day in a written year (`fullYear`). Null for a day that does not exist, or that is before 1900. */
function dayInCentury(written: string, month: number, dayOfMonth: number): CalendarDay | null {
  const number = fullYear(written);
  return number < 1900 ? null : realDay(number, month, dayOfMonth);
}

/** Years of two digits are of this century. */
export function fullYear(written: string): number {
  return written.length === 2 ? 2000 + Number(written) : Number(written);
}

/** The day that three numbers mean in an order; null when they mean no day. */
export function dayInOrder([a, b, c]: readonly [string, string, string], order: DateOrder): CalendarDay | null {
  if (order === 'day-first') return dayInCentury(c, Number(b), Number(a));
  if (order === 'month-first') return dayInCentury(c, Number(a), Number(b));
  return c.length === 2 && a.length === 2 ? dayInCentury(a, Number(b), Number(c)) : null;
}

/** The day of a written date; null when the notation does not decide it. */
export function readDay(written: WrittenDate, { order, epoch }: DateNotation): ReadDay | null {
  if (written.form === 'day') return { ...written.day, seconds: null };
  if (written.form === 'numbers') {
    const read = order && dayInOrder(written.numbers, order);
    return read ? { ...read, seconds: null } : null;
  }
  const whole = Math.floor(written.serial);
  // Excel counts a 29 February 1900, which did not exist: from March 1900 on its numbers count from 30 December 1899
  const zero = epoch === 1900 ? Date.UTC(1899, 11, 30) : Date.UTC(1904, 0, 1);
  const seconds = Math.round((written.serial - whole) * 86_400);
  return {
    ...dayAt(zero + whole * dayMs),
    // to the minute; rounding up must not leave the day, so 23:59 is the latest
    seconds: seconds === 0 ? null : Math.min(Math.round(seconds / 60) * 60, 86_340),
  };
}

/** In `1 Jan 27 2028` the year may be 27 or 2028, so `2028` is not read as the time 20:28. */
const possibleYear = /^20\d{2}$/u;

/** The time that is written behind a date: null when there is none, undefined when the text there is no time. */
export function clockBehind(written: WrittenDate, { seconds }: ReadDay): ReadClock | null | undefined {
  if (written.form === 'serial') return seconds === null ? null : { seconds, zone: null };
  const isShortYear = written.form === 'day' ? written.isShortYear : written.numbers[2].length === 2;
  if (isShortYear && possibleYear.test(written.rest)) return undefined;
  return written.rest === '' ? null : (readClock(written.rest, { dotted: true }) ?? undefined);
}
