import { dayAt, dayMs, realDay, type CalendarDay } from './day.ts';
import { chineseInDigits, namedMonth, withoutWeekdays } from './names.ts';
import { comparedForm } from './plain-form.ts';
import { readClock, type ReadClock } from './read-clock.ts';

// Reads dates as people write them in a cell, such as `12/03/2026`, `12 Mac 2026`, `2026年3月12日` or the number of a spreadsheet.
// Rule: a date of three numbers is read in the order that somebody has chosen, or that the whole column decides. Day and month are
// never swapped to make a single value of a column valid.

/** The order in which a date of three numbers is written. */
export type DateOrder = 'day-first' | 'month-first' | 'year-first';

/** The year from which the day numbers of a spreadsheet count: 1904 in workbooks of old versions of Excel for Mac. */
export type DateEpoch = 1900 | 1904;

export interface DateNotation {
  /** Null while the order is unknown: dates of three numbers are then not read. */
  order: DateOrder | null;
  epoch: DateEpoch;
}

/**
 * A date as it is written: three numbers whose order is not known yet, a day, or the serial number of a spreadsheet. `rest` is the text after
 * the date, which may be a time.
 */
export type WrittenDate =
  | { form: 'numbers'; numbers: readonly [string, string, string]; rest: string }
  | { form: 'day'; day: CalendarDay; isShortYear: boolean; rest: string }
  | { form: 'serial'; serial: number };

/** A longer text is no date. The limit keeps the patterns below fast. */
const maxLength = 120;

/**
 * The form of a text in which dates are read: in lower case, without weekdays, with plain dashes and apostrophes, and with Chinese numbers
 * as digits. Empty for a text that is too long.
 */
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
/** The notations in which the order is certain: a year of four digits first, Chinese, eight digits, and three orders with a named month. */
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
    const parts = shape.exec(text)?.groups;
    if (!parts) continue;
    const month = parts['name'] === undefined ? Number(parts['month']) : namedMonth(parts['name']);
    const yearText = parts['year'] ?? '';
    const calendarDay = month === null ? null : dayInCentury(yearText, month, Number(parts['day']));
    const isShortYear = yearText.length === 2;
    if (calendarDay)
      return { form: 'day', day: calendarDay, isShortYear, rest: parts['rest'] ?? parts['unspacedRest'] ?? '' };
  }
  return null;
}

/**
 * Joins the cells of a year, a month and a day to a date with the year first, so that its order is certain. A missing part becomes `?`. The
 * result is empty when all parts are missing.
 */
export function dateOfParts(parts: { year: string; month: string; day: string }): string {
  const cells = [parts.year, parts.month, parts.day].map((cell) =>
    comparedForm(cell).replace(/(?<=\d) ?[年月日号號]$|\.0+$/u, ''),
  );
  const [yearText = '', month = '', dayOfMonth = ''] = cells;
  const dateParts = [
    /^\d{2}$/u.test(yearText) ? `20${yearText}` : yearText,
    month,
    dayOfMonth.replace(/(?<=\d)(?:st|nd|rd|th)$/u, ''),
  ];
  if (dateParts.every((part) => part === '')) return '';
  return dateParts.map((part) => part || '?').join(dateParts.every((part) => /^\d+$/u.test(part)) ? '-' : ' ');
}

/** The day in a year as it is written (`fullYear`). Null for a day that does not exist, or that is before 1900. */
function dayInCentury(yearText: string, month: number, dayOfMonth: number): CalendarDay | null {
  const yearNumber = fullYear(yearText);
  return yearNumber < 1900 ? null : realDay(yearNumber, month, dayOfMonth);
}

/** The year of its digits. Two digits mean a year of this century. */
export function fullYear(yearText: string): number {
  return yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
}

/** The day that three numbers mean in an order; null if there is no such day. */
export function dayInOrder([a, b, c]: readonly [string, string, string], order: DateOrder): CalendarDay | null {
  if (order === 'day-first') return dayInCentury(c, Number(b), Number(a));
  if (order === 'month-first') return dayInCentury(c, Number(a), Number(b));
  return c.length === 2 && a.length === 2 ? dayInCentury(a, Number(b), Number(c)) : null;
}

/** The day of a written date; null for three numbers if the order is unknown, or if they are no day in it. */
export function readDay(written: WrittenDate, { order, epoch }: DateNotation): CalendarDay | null {
  if (written.form === 'day') return written.day;
  if (written.form === 'numbers') return order && dayInOrder(written.numbers, order);
  // Excel has a 29 February 1900, which did not exist, so from March 1900 its numbers count from 30 December 1899
  const zero = epoch === 1900 ? Date.UTC(1899, 11, 30) : Date.UTC(1904, 0, 1);
  return dayAt(zero + Math.floor(written.serial) * dayMs);
}

/** A text after a short year that may be the real year: `2028` in `1 Jan 27 2028`. It is not read as the time 20:28. */
const possibleYear = /^20\d{2}$/u;

/** The time after a date: null if there is none, undefined if the text after the date is no time. */
export function clockBehind(written: WrittenDate): ReadClock | null | undefined {
  if (written.form === 'serial') return clockOfSerial(written.serial);
  const isShortYear = written.form === 'day' ? written.isShortYear : written.numbers[2].length === 2;
  if (isShortYear && possibleYear.test(written.rest)) return undefined;
  return written.rest === '' ? null : (readClock(written.rest, { dotted: true }) ?? undefined);
}

/** The time of day in the number of a spreadsheet; null for a whole number. */
function clockOfSerial(number: number): ReadClock | null {
  const seconds = Math.round((number % 1) * 86_400);
  // rounded to the minute; 23:59 is the latest, because rounding up must not lead to the next day
  return seconds === 0 ? null : { seconds: Math.min(Math.round(seconds / 60) * 60, 86_340), zone: null };
}
