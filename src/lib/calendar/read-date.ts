import { dayAt, daysIn, dayStart, isoDay, singaporeOffsetMs, type CalendarDay } from './day.ts';
import { namedMonth } from './names.ts';
import { clockBehind, dayInOrder, fullYear, plainDate, readDay, writtenDate } from './written-date.ts';

// One date that stands alone, such as the end of a contract. Three numbers have the day first, as in Singapore and Malaysia; only
// numbers that make no day so, as 12/31/2026, have the month first.

export interface ReadDate {
  /** How much of a date the text names. */
  names: 'day' | 'month' | 'year';
  /** The day; of a month or a year its last one. */
  last: CalendarDay;
}

const name = String.raw`(?<name>\p{L}{3,12}|\d{1,2}月)\.?`;
const monthShapes = [
  String.raw`${name}[-/., ]*(?<year>\d{4})`,
  // without a mark, as *Dec 27*, it could be the day
  String.raw`${name}(?:[-/]'?| ?')(?<year>\d{2})`,
  String.raw`(?<year>\d{4})[-/. ]*${name}`,
  String.raw`(?<month>\d{1,2}) ?[-/.] ?(?<year>\d{4})`,
  String.raw`(?<year>\d{4}) ?[-/.] ?(?<month>\d{1,2})`,
  String.raw`(?<year>\d{4}|\d{2}) ?年 ?(?<month>\d{1,2}) ?月份?`,
].map((shape) => new RegExp(`^${shape}$`, 'u'));

/** The date in a text: a day, whatever its notation, or only a month or a year; null for anything else. */
export function readDate(text: string): ReadDate | null {
  const plain = plainDate(text);
  return singleDay(plain) ?? singleMonth(plain) ?? singleYear(plain);
}

/** Midnight at the end of a day is still that day. */
const endOfDay = /^24[:.]?00(?:[:.]00)? ?(?:hrs?|hours?|h)?$/u;

function singleDay(plain: string): ReadDate | null {
  const written = writtenDate(plain);
  if (!written || (written.form === 'numbers' && mayBeYearFirst(written.numbers))) return null;
  const order = written.form === 'numbers' && !dayInOrder(written.numbers, 'day-first') ? 'month-first' : 'day-first';
  const day = readDay(written, { order, epoch: 1900 });
  if (!day) return null;
  const clock = written.form !== 'serial' && endOfDay.test(written.rest) ? null : clockBehind(written, day);
  if (clock === undefined) return null;
  const { seconds, zone } = clock ?? { seconds: 0, zone: null };
  // a moment with a zone is of the day that it is in Singapore
  const instant = dayStart(day) + (zone === null ? 0 : seconds * 1_000 - zone * 60_000 + singaporeOffsetMs);
  return { names: 'day', last: dayAt(instant) };
}

const isMonthEnd = ({ year, month, day }: CalendarDay) => day === daysIn(year, month);

/**
 * Whether the year may come first, as Chinese has it. Rule: a year of two digits comes last, unless only with the year first it is
 * the last day of a month, as most ends are: `27/12/31`, but not `25/12/28`.
 */
function mayBeYearFirst(numbers: readonly [string, string, string]): boolean {
  const [yearFirst, dayFirst] = [dayInOrder(numbers, 'year-first'), dayInOrder(numbers, 'day-first')];
  return yearFirst !== null && dayFirst !== null && isMonthEnd(yearFirst) && !isMonthEnd(dayFirst);
}

function singleMonth(plain: string): ReadDate | null {
  for (const shape of monthShapes) {
    const found = shape.exec(plain)?.groups;
    if (!found) continue;
    const year = fullYear(found['year'] ?? '');
    const month = found['name'] === undefined ? Number(found['month']) : namedMonth(found['name']);
    if (month !== null && month >= 1 && month <= 12)
      return { names: 'month', last: { year, month, day: daysIn(year, month) } };
  }
  return null;
}

function singleYear(plain: string): ReadDate | null {
  const year = /^(20\d{2}) ?年?$/u.exec(plain)?.[1];
  return year === undefined ? null : { names: 'year', last: { year: Number(year), month: 12, day: 31 } };
}

// What people write around the day that something ends

const untilWords = [
  "until|till?|'til|up to|to|by|thru|through|ends|ending|end date|expires?|expired|expiring|expiry(?: date)?",
  'valid(?: until| till?| to| thru| through)?|hingga|sehingga|s/d|sampai(?: dengan)?|berakhir|tamat|tarikh tamat|luput',
].join('|');
const untilSigns = '直至|截至|截止[到至于於]?|有效期限?[至到]?|有效[至到]|到期日?期?|[至到]|止于';
const until = new RegExp(
  `^(?:(?:contract|kontrak) |合[约約同])?(?:(?:${untilWords})(?: on| in| at| pada)?(?: the)?(?: ?: ?| )|(?:${untilSigns}) ?:? ?)`,
  'u',
);
const untilAfter = / ?(?:[为為]?止|截止|到期|\(?(?:inclusive|incl|termasuk)\)?)$/u;
const from = /^(?:from|dari|daripada|mulai|bermula|starting|commencing|effective) |^[自从從由] ?/u;
const endOf =
  /^(?:(?:the )?(?:end|last day)[- ](?:of )?(?:the )?(?:month of |year )?|(?:peng)?hujung (?:bulan |tahun )?|akhir (?:bulan |tahun )?|year[- ]end )(?<period>.+)$/u;
const endOfSign = /^(?<period>.+?)年{0,2}[底末终終]$/u;
const between = / (?:to|until|till|hingga|sehingga|s\/d|sampai) | ?[-~至到] ?/gu;

/**
 * The last day that a text names, as the end of a contract is written: a date, *until* one, the end of a month, or a span. Null for
 * anything else; a year alone names no end.
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
 * The end of a span such as *1 Jan 2025 - 31 Dec 2026*, where one of the two dates may lack the year; null where the end comes before the
 * start.
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
