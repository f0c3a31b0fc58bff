import { dayAt, daysIn, dayStart, isoDay, singaporeOffsetMs, type CalendarDay } from './day.ts';
import { namedMonth } from './names.ts';
import { clockBehind, dayInOrder, fullYear, plainDate, readDay, writtenDate } from './written-date.ts';

// Reads a single date, such as the end of a contract. In a date of three numbers the day comes first, as in Singapore and Malaysia. The
// month comes first only if there is no such day otherwise, as in 12/31/2026.

export interface ReadDate {
  /** Whether the text names a day, only a month, or only a year. */
  names: 'day' | 'month' | 'year';
  /** The day, or the last day of the month or year. */
  last: CalendarDay;
}

const name = String.raw`(?<name>\p{L}{3,12}|\d{1,2}月)\.?`;
const monthShapes = [
  String.raw`${name}[-/., ]*(?<year>\d{4})`,
  // a year of two digits needs a separator or an apostrophe, because *Dec 27* may be a day
  String.raw`${name}(?:[-/]'?| ?')(?<year>\d{2})`,
  String.raw`(?<year>\d{4})[-/. ]*${name}`,
  String.raw`(?<month>\d{1,2}) ?[-/.] ?(?<year>\d{4})`,
  String.raw`(?<year>\d{4}) ?[-/.] ?(?<month>\d{1,2})`,
  String.raw`(?<year>\d{4}|\d{2}) ?年 ?(?<month>\d{1,2}) ?月份?`,
].map((shape) => new RegExp(`^${shape}$`, 'u'));

/** The date in a text: a day in any notation, or only a month or a year; null for any other text. */
export function readDate(text: string): ReadDate | null {
  const plain = plainDate(text);
  return singleDay(plain) ?? singleMonth(plain) ?? singleYear(plain);
}

/** Midnight at the end of a day, which still belongs to that day. */
const endOfDay = /^24[:.]?00(?:[:.]00)? ?(?:hrs?|hours?|h)?$/u;

function singleDay(plain: string): ReadDate | null {
  const written = writtenDate(plain);
  if (!written || (written.form === 'numbers' && mayBeYearFirst(written.numbers))) return null;
  const order = written.form === 'numbers' && !dayInOrder(written.numbers, 'day-first') ? 'month-first' : 'day-first';
  const day = readDay(written, { order, epoch: 1900 });
  if (!day) return null;
  const clock = written.form !== 'serial' && endOfDay.test(written.rest) ? null : clockBehind(written);
  if (clock === undefined) return null;
  const { seconds, zone } = clock ?? { seconds: 0, zone: null };
  // a time with a time zone belongs to the day on which it is in Singapore
  const instant = dayStart(day) + (zone === null ? 0 : seconds * 1_000 - zone * 60_000 + singaporeOffsetMs);
  return { names: 'day', last: dayAt(instant) };
}

const isMonthEnd = ({ year, month, day }: CalendarDay) => day === daysIn(year, month);

/**
 * Whether the first of three numbers may be the year, as in Chinese dates. Rule: a year of two digits comes last. It may come first only
 * if that makes the last day of a month, as most ends of contracts are, and the other reading does not: `27/12/31`, but not `25/12/28`.
 */
function mayBeYearFirst(numbers: readonly [string, string, string]): boolean {
  const [yearFirst, dayFirst] = [dayInOrder(numbers, 'year-first'), dayInOrder(numbers, 'day-first')];
  return yearFirst !== null && dayFirst !== null && isMonthEnd(yearFirst) && !isMonthEnd(dayFirst);
}

function singleMonth(plain: string): ReadDate | null {
  for (const shape of monthShapes) {
    const parts = shape.exec(plain)?.groups;
    if (!parts) continue;
    const year = fullYear(parts['year'] ?? '');
    const month = parts['name'] === undefined ? Number(parts['month']) : namedMonth(parts['name']);
    if (month !== null && month >= 1 && month <= 12)
      return { names: 'month', last: { year, month, day: daysIn(year, month) } };
  }
  return null;
}

function singleYear(plain: string): ReadDate | null {
  const year = /^(20\d{2}) ?年?$/u.exec(plain)?.[1];
  return year === undefined ? null : { names: 'year', last: { year: Number(year), month: 12, day: 31 } };
}

// The words that people write around an end date

const untilWords = [
  "until|till?|'til|up to|to|by|thru|through|ends|ending|end date|expires?|expired|expiring|expiry(?: date)?",
  'valid(?: until| till?| to| thru| through)?|hingga|sehingga|s/d|sampai(?: dengan)?|berakhir|tamat|tarikh tamat|luput',
].join('|');
const untilSigns = '直至|截至|截止[到至于於]?|有效期限?[至到]?|有效[至到]|到期日?期?|[至到]|止于';
/** The words before an end date, perhaps after the word *contract*. */
const until = new RegExp(
  `^(?:(?:contract|kontrak) |合[约約同])?(?:(?:${untilWords})(?: on| in| at| pada)?(?: the)?(?: ?: ?| )|(?:${untilSigns}) ?:? ?)`,
  'u',
);
/** The words after an end date. */
const untilAfter = / ?(?:[为為]?止|截止|到期|\(?(?:inclusive|incl|termasuk)\)?)$/u;
/** The words before the start of a span. */
const from = /^(?:from|dari|daripada|mulai|bermula|starting|commencing|effective) |^[自从從由] ?/u;
/** The end of a month or year in words, such as *end of March 2027* and *hujung tahun 2027*. */
const endOf =
  /^(?:(?:the )?(?:end|last day)[- ](?:of )?(?:the )?(?:month of |year )?|(?:peng)?hujung (?:bulan |tahun )?|akhir (?:bulan |tahun )?|year[- ]end )(?<period>.+)$/u;
/** The same in Chinese: `2027年底`. */
const endOfSign = /^(?<period>.+?)年{0,2}[底末终終]$/u;
/** What separates the two dates of a span. */
const between = / (?:to|until|till|hingga|sehingga|s\/d|sampai) | ?[-~至到] ?/gu;

/**
 * The end date in a text, as the end of a contract is written: a date, *until* a date, the end of a month, or the end of a span. Null for
 * any other text, and for a year alone.
 */
export function readEnd(text: string): CalendarDay | null {
  const plain = plainDate(text).replace(until, '').replace(untilAfter, '');
  return endIn(plain) ?? endOfSpan(plain);
}

function endIn(plain: string): CalendarDay | null {
  const date = readDate(plain);
  if (date && date.names !== 'year') return date.last;
  const period = (endOf.exec(plain) ?? endOfSign.exec(plain))?.groups?.['period'];
  const ending = period === undefined ? null : readDate(period);
  return ending && ending.names !== 'day' ? ending.last : null;
}

/**
 * The end of a span such as *1 Jan 2025 - 31 Dec 2026*, in which one of the two dates may lack the year. Null if the text is no span, or
 * if its end is before its start.
 */
function endOfSpan(plain: string): CalendarDay | null {
  for (const separator of plain.matchAll(between)) {
    const first = plain.slice(0, separator.index).replace(from, '');
    const second = plain.slice(separator.index + separator[0].length);
    const end = endIn(second) ?? endInYearOf(second, readDate(first));
    const start = end && (readDate(first) ?? readDate(`${first} ${end.year}`));
    if (start && start.names !== 'year' && isoDay(start.last) <= isoDay(end)) return end;
  }
  return null;
}

function endInYearOf(second: string, start: ReadDate | null): CalendarDay | null {
  return start && (endIn(`${second} ${start.last.year}`) ?? endIn(`${start.last.year}年${second}`));
}
