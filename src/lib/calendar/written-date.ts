import { dayAt, dayMs, realDay, type CalendarDay } from './day.ts';
import { chineseInDigits, namedMonth, withoutWeekdays } from './names.ts';
import { comparedForm } from './plain-form.ts';
import { readClock, type ReadClock } from './read-clock.ts';

// Rule: a date of three numbers is read in an order that somebody has said, or that its whole column decides. Day and month are
// never exchanged to make one value of a column fit.

/** The order of three numbers. */
export type DateOrder = 'day-first' | 'month-first' | 'year-first';

/** The day that a spreadsheet's numbers count from: 1904 in workbooks of old Excels for Mac. */
export type DateEpoch = 1900 | 1904;

export interface DateNotation {
  /** Null while nobody has said it: dates of three numbers are not read. */
  order: DateOrder | null;
  epoch: DateEpoch;
}

/** A date as written: three numbers in an order to be known, a day, or a spreadsheet's number; and what follows it, a time. */
export type WrittenDate =
  | { form: 'numbers'; numbers: readonly [string, string, string]; rest: string }
  | { form: 'day'; day: CalendarDay; isShortYear: boolean; rest: string }
  | { form: 'serial'; serial: number };

export interface ReadDay extends CalendarDay {
  /** The time of a spreadsheet's number, in seconds since midnight; null where it has none. */
  seconds: number | null;
}

/** A longer text is no date. */
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

const mark = String.raw` ?[-/.\\] ?| `;
const year = String.raw`'?(?<year>\d{4}|\d{2})`;
// a name takes all its digits: `12月` is no 1 before `2月`
const name = String.raw`(?<name>\p{L}{3,12}|(?<!\d)\d{1,2}月)\.?`;
const day = String.raw`(?<day>\d{1,2})(?: ?(?:st|nd|rd|th|hb|hari ?bulan)\.?)?`;
const rest = String.raw`(?:(?:t|,? ?at |, ?| )(?<rest>.+))?`;
const shapes = [
  String.raw`(?<year>\d{4})(?<sep>${mark})(?<month>\d{1,2})\k<sep>(?<day>\d{1,2})`,
  String.raw`(?<year>\d{4}|\d{2}) ?年 ?(?<month>\d{1,2}) ?月 ?(?<day>\d{1,2}) ?[日号號]?`,
  String.raw`(?<year>20\d{2})(?<month>\d{2})(?<day>\d{2})`,
  String.raw`${day}(?: day)?(?: of )?[-/. ]*${name}[-/., ]*${year}`,
  String.raw`${name}[-/. ]*${day}(?:, ?|[-/ ])${year}`,
  String.raw`(?<year>\d{4})[-/. ]*${name}[-/. ]*(?<day>\d{1,2})`,
].map((shape) => new RegExp(`^${shape}(?:${rest}|(?<=[日号號])(?<near>.+))$`, 'u'));
const threeNumbers = new RegExp(
  String.raw`^(?<a>\d{1,2})(?<sep>${mark})(?<b>\d{1,2})\k<sep>(?<c>\d{4}|\d{2})${rest}$`,
  'u',
);
/** `31122026` */
const packedNumbers = /^(?<a>[0-3]\d)(?<b>[0-3]\d)(?<c>20\d{2})$/u;
const serial = /^(?<whole>\d{5})(?:[.,](?<part>\d+))?$/u;

/** What is written in a cell of dates, whatever its notation; null for anything but a date. */
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
    if (read) return { form: 'day', day: read, isShortYear, rest: found['rest'] ?? found['near'] ?? '' };
  }
  return null;
}

/** The date of three cells as one, year first, so that it needs no notation; `?` for a part that is missing, empty where all are. */
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

/** The day in a written year; years of two digits are of this century. Null for a day that there is not, or before 1900. */
function dayInCentury(written: string, month: number, dayOfMonth: number): CalendarDay | null {
  const number = fullYear(written);
  return number < 1900 ? null : realDay(number, month, dayOfMonth);
}

/** Years of two digits are of this century. */
export function fullYear(written: string): number {
  return written.length === 2 ? 2000 + Number(written) : Number(written);
}

/** The day of three numbers in an order; null where they make none. */
export function dayInOrder([a, b, c]: readonly [string, string, string], order: DateOrder): CalendarDay | null {
  if (order === 'day-first') return dayInCentury(c, Number(b), Number(a));
  if (order === 'month-first') return dayInCentury(c, Number(a), Number(b));
  return c.length === 2 && a.length === 2 ? dayInCentury(a, Number(b), Number(c)) : null;
}

/** The day of a written date; null where the notation does not tell it. */
export function readDay(written: WrittenDate, { order, epoch }: DateNotation): ReadDay | null {
  if (written.form === 'day') return { ...written.day, seconds: null };
  if (written.form === 'numbers') {
    const read = order && dayInOrder(written.numbers, order);
    return read ? { ...read, seconds: null } : null;
  }
  const whole = Math.floor(written.serial);
  // Excel counts a 29 February 1900, which there was not; no visit is that old
  const zero = epoch === 1900 ? Date.UTC(1899, 11, 30) : Date.UTC(1904, 0, 1);
  const seconds = Math.round((written.serial - whole) * 86_400);
  return {
    ...dayAt(zero + whole * dayMs),
    seconds: seconds === 0 ? null : Math.min(Math.round(seconds / 60) * 60, 86_340),
  };
}

/** In `1 Jan 27 2028` one of two numbers is the year, and 2028 is no certain 20:28. */
const secondYear = /^20\d{2}$/u;

/** The time behind a date; null without one, and undefined for one that is not read. */
export function clockBehind(written: WrittenDate, { seconds }: ReadDay): ReadClock | null | undefined {
  if (written.form === 'serial') return seconds === null ? null : { seconds, zone: null };
  const isShortYear = written.form === 'day' ? written.isShortYear : written.numbers[2].length === 2;
  if (isShortYear && secondYear.test(written.rest)) return undefined;
  return written.rest === '' ? null : (readClock(written.rest, { dotted: true }) ?? undefined);
}
