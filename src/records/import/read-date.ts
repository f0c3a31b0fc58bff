import { longDay, taskYears } from '../time.ts';
import { comparedForm } from './plain-form.ts';
import { message } from '../../lib/language/translate.ts';

// Rule (`decisions §8` dates a visit): a column of dates has one notation, which all of its rows decide together. A row that
// contradicts it is repaired by a person; day and month are never exchanged to make a row fit.

/** The order of three numbers. */
export const dateOrders = [
  { value: 'day-first', label: message('Day first') },
  { value: 'month-first', label: message('Month first') },
  { value: 'year-first', label: message('Year first') },
] as const;

export type DateOrder = (typeof dateOrders)[number]['value'];

/** The day that a spreadsheet's numbers count from: 1904 in workbooks of old Excels for Mac. */
type DateEpoch = 1900 | 1904;

export interface DateNotation {
  /** Null while nobody has said it: dates of three numbers are not read. */
  order: DateOrder | null;
  epoch: DateEpoch;
}

interface Day {
  year: number;
  month: number;
  day: number;
}

/** A date as written: three numbers in an order to be known, a day, or a spreadsheet's number; and what follows it, a time. */
export type WrittenDate =
  | { form: 'numbers'; numbers: readonly [string, string, string]; rest: string }
  | { form: 'day'; day: Day; rest: string }
  | { form: 'serial'; serial: number };

const months: readonly (readonly string[])[] = [
  ['january', 'januari', '一月'],
  ['february', 'februari', '二月'],
  ['march', 'mac', 'märz', 'mrz', '三月'],
  ['april', '四月'],
  ['may', 'mei', 'mai', '五月'],
  ['june', 'jun', '六月'],
  ['july', 'julai', '七月'],
  ['august', 'ogos', '八月'],
  ['september', 'sept', '九月'],
  ['october', 'oktober', '十月'],
  ['november', '十一月'],
  ['december', 'disember', 'dezember', '十二月'],
];

/** The number of a month's name, or of its beginning of three letters or more, in English, Malay or Chinese; null for others. */
function namedMonth(word: string): number | null {
  const digits = /^(\d{1,2})月$/u.exec(word)?.[1];
  if (digits !== undefined) return Number(digits) <= 12 ? Number(digits) : null;
  const exact = months.findIndex((names) => names.includes(word));
  if (exact !== -1) return exact + 1;
  if (word.length < 3 || /月/u.test(word)) return null;
  const begun = months.findIndex((names) => names.some((name) => name.startsWith(word)));
  return begun === -1 ? null : begun + 1;
}

const weekdays =
  /(?:\(\s*)?(?:(?<![\p{L}])(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|isnin|selasa|rabu|khamis|jumaat|sabtu|ahad|isn|sel|rab|kha|jum|sab|ahd)(?![\p{L}])|(?:星期|礼拜|禮拜|周|週)[一二三四五六日天])\.?(?:\s*\))?,?/gu;
const name = String.raw`(?<name>\p{L}{3,9}|[一二三四五六七八九十]{1,2}月|\d{1,2}月)\.?`;
const rest = String.raw`(?:(?:t|,? ?at |, ?| )(?<rest>.+))?`;
const shapes = [
  String.raw`(?<year>\d{4})(?<sep>[-/. ])(?<month>\d{1,2})\k<sep>(?<day>\d{1,2})`,
  String.raw`(?<year>\d{4}) ?年 ?(?<month>\d{1,2}) ?月 ?(?<day>\d{1,2}) ?[日号號]?`,
  String.raw`(?<year>20\d{2})(?<month>\d{2})(?<day>\d{2})`,
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of )?[-/. ]*${name}[-/., ]*'?(?<year>\d{4}|\d{2})`,
  String.raw`${name}[-/. ]*(?<day>\d{1,2})(?:st|nd|rd|th)?(?:, ?|[-/ ])'?(?<year>\d{4}|\d{2})`,
  String.raw`(?<year>\d{4})[-/. ]*${name}[-/. ]*(?<day>\d{1,2})`,
].map((shape) => new RegExp(`^${shape}(?:${rest}|(?<=[日号號])(?<near>.+))$`, 'u'));
const threeNumbers = new RegExp(
  String.raw`^(?<a>\d{1,2})(?<sep>[-/. ])(?<b>\d{1,2})\k<sep>(?<c>\d{4}|\d{2})${rest}$`,
  'u',
);
const serial = /^(?<whole>\d{5})(?:[.,](?<part>\d+))?$/u;

/** What is written in a cell of dates, whatever its notation; null for anything but a date. */
export function writtenDate(cell: string): WrittenDate | null {
  const text = comparedForm(comparedForm(cell).replace(/^'/u, '').replaceAll(weekdays, ' '));
  const number = serial.exec(text)?.groups;
  if (number) return { form: 'serial', serial: Number(`${number['whole']}.${number['part'] ?? 0}`) };
  const three = threeNumbers.exec(text)?.groups;
  if (three) {
    const { a = '', b = '', c = '' } = three;
    return { form: 'numbers', numbers: [a, b, c], rest: three['rest'] ?? '' };
  }
  for (const shape of shapes) {
    const found = shape.exec(text)?.groups;
    if (!found) continue;
    const month = found['name'] === undefined ? Number(found['month']) : namedMonth(found['name']);
    const day = month === null ? null : calendarDay(found['year'] ?? '', month, Number(found['day']));
    if (day) return { form: 'day', day, rest: found['rest'] ?? found['near'] ?? '' };
  }
  return null;
}

/** The date of three cells as one, year first, so that it needs no notation; `?` for a part that is missing, empty where all are. */
export function dateOfParts(parts: { year: string; month: string; day: string }): string {
  const [year = '', month = '', day = ''] = [parts.year, parts.month, parts.day].map((cell) =>
    comparedForm(cell).replace(/(?<=\d) ?[年月日号號]$|\.0+$/u, ''),
  );
  const whole = [/^\d{2}$/u.test(year) ? `20${year}` : year, month, day.replace(/(?<=\d)(?:st|nd|rd|th)$/u, '')];
  if (whole.every((part) => part === '')) return '';
  return whole.map((part) => part || '?').join(whole.every((part) => /^\d+$/u.test(part)) ? '-' : ' ');
}

/** A day of the calendar; null for one that there is not, such as 31 April. Years of two digits are of this century. */
function calendarDay(written: string, month: number, day: number): Day | null {
  const year = written.length === 2 ? 2000 + Number(written) : Number(written);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 ? { year, month, day } : null;
}

function dayInOrder([a, b, c]: readonly [string, string, string], order: DateOrder): Day | null {
  if (order === 'day-first') return calendarDay(c, Number(b), Number(a));
  if (order === 'month-first') return calendarDay(c, Number(a), Number(b));
  return a.length === 2 && c.length === 2 ? calendarDay(a, Number(b), Number(c)) : null;
}

const dayMs = 86_400_000;

/** The day and, for a number with a fraction, the seconds since its midnight. */
export interface ReadDay extends Day {
  seconds: number | null;
}

/** The day that is written, in the notation of its column; null where it contradicts it. */
export function readDay(written: WrittenDate, { order, epoch }: DateNotation): ReadDay | null {
  if (written.form === 'day') return { ...written.day, seconds: null };
  if (written.form === 'numbers') {
    const day = order && dayInOrder(written.numbers, order);
    return day ? { ...day, seconds: null } : null;
  }
  const whole = Math.floor(written.serial);
  // Excel counts a 29 February 1900, which there was not; no visit is that old
  const date = new Date(
    Date.UTC(epoch === 1900 ? 1899 : 1904, epoch === 1900 ? 11 : 0, epoch === 1900 ? 30 : 1) + whole * dayMs,
  );
  const seconds = Math.round((written.serial - whole) * 86_400);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    seconds: seconds === 0 ? null : Math.min(Math.round(seconds / 60) * 60, 86_340),
  };
}

export interface FoundNotation extends DateNotation {
  /** The orders that fit, the likely one first; fewer than two where there is nothing to ask. */
  orders: readonly DateOrder[];
  /** Whether some dates are numbers of a spreadsheet, so that the epoch counts. */
  hasSerials: boolean;
  /** Whether some dates are three numbers, so that the order counts. */
  hasNumbers: boolean;
  /** The first date that could be several days, and these in words; null where there is none. */
  example: { written: string; days: Partial<Record<DateOrder, string>> } | null;
}

/** How many times the rows of one order must outnumber those of another for those to be mistakes. */
const clearMajority = 3;

/** The notation of a column, from all of its cells. Its order is null where they do not tell, and a person is to be asked. */
export function findNotation(cells: readonly string[], now: Date): FoundNotation {
  const written = cells.map((cell) => writtenDate(cell));
  const numbers = written.flatMap((one) => (one?.form === 'numbers' ? [one.numbers] : []));
  const serials = written.flatMap((one) => (one?.form === 'serial' ? [one] : []));
  return {
    ...foundOrder(numbers),
    epoch: foundEpoch(serials, now),
    hasSerials: serials.length > 0,
    hasNumbers: numbers.length > 0,
    example: exampleOf(cells),
  };
}

function exampleOf(cells: readonly string[]): FoundNotation['example'] {
  for (const written of cells) {
    const date = writtenDate(written);
    if (date?.form !== 'numbers') continue;
    const days = dateOrders.flatMap(({ value }) => {
      const day = dayInOrder(date.numbers, value);
      return day && isKept(day.year) ? [[value, longDay(isoDay(day))] as const] : [];
    });
    if (new Set(days.map(([, day]) => day)).size > 1) return { written, days: Object.fromEntries(days) };
  }
  return null;
}

/** `2025-03-17` */
export function isoDay({ year, month, day }: Pick<ReadDay, 'year' | 'month' | 'day'>): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function foundOrder(rows: readonly (readonly [string, string, string])[]): Pick<FoundNotation, 'order' | 'orders'> {
  const fits = dateOrders.map(({ value }) => ({
    order: value,
    days: rows.map((row) => {
      const day = dayInOrder(row, value);
      // of a year with two digits, any of the three may be the year: only those of visits are
      return day && (row[2].length === 4 || isKept(day.year)) ? JSON.stringify(day) : null;
    }),
  }));
  const possible = fits.filter(({ days }) => readIn(days) > 0).toSorted((a, b) => readIn(b.days) - readIn(a.days));
  const orders = possible.map(({ order }) => order);
  const [best, ...others] = possible;
  if (!best) return { order: null, orders: rows.length === 0 ? [] : ['day-first', 'month-first'] };
  const isBest = others.every(({ days }) => {
    const only = days.filter((day, at) => day !== null && best.days[at] === null).length;
    const against = best.days.filter((day, at) => day !== null && days[at] === null).length;
    const isSame = best.days.every((day, at) => day === days[at]);
    return isSame || (against > 0 && against >= clearMajority * only);
  });
  return { order: isBest ? best.order : null, orders };
}

const readIn = (days: readonly (string | null)[]) => days.filter((day) => day !== null).length;
const isKept = (year: number) => taskYears.some((one) => one === String(year));

/** 1904 where some dates would be older than any visit, and none would be to come when counted from 1904. */
function foundEpoch(serials: readonly Extract<WrittenDate, { form: 'serial' }>[], now: Date): DateEpoch {
  const last = isoDay({ year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() + 1 });
  const areVisits = (epoch: DateEpoch) =>
    serials.every((one) => {
      const day = readDay(one, { order: null, epoch });
      return day !== null && isKept(day.year) && isoDay(day) <= last;
    });
  return serials.length > 0 && !areVisits(1900) && areVisits(1904) ? 1904 : 1900;
}
