import { chineseInDigits, namedMonth } from '../calendar/names.ts';

// Rule (`decisions §17`): a visit is found by its day, month, year and time in the notations that people type in the three languages: *12 mar*,
// *march 2026*, *2026-03-12*, *22/9/2026*, *Mac*, *3月*, *10:05*. What is typed may be a word of a text all the same, as *mac* and *may*:
// a date is found as one or as the words.

/** A date, month, year or time among the parts of a query. */
export interface TypedDate {
  /** The first and the last of its parts, from 0. */
  first: number;
  last: number;
  /** `2026-03-12`, `2026-03`, `2026`, `03-12`, `03` or `10:05`, as `dateMarks` of a visit has it. */
  mark: string;
}

interface DateFields {
  year?: string | undefined;
  month?: number | null | undefined;
  day?: string | undefined;
}

const between = '[ ./-]?';
const day = String.raw`(?<day>\d{1,2})(?: ?(?:st|nd|rd|th|hb))?`;
const name = '(?<name>[a-z]{3,10})';
const year = String.raw`(?<year>\d{4}|\d{2})`;
const wholeYear = String.raw`(?<year>\d{4})`;
const month = String.raw`(?<month>\d{1,2})`;

/** Of parts joined with blanks, in small letters, with Chinese numbers in digits. */
const notations = [
  `${wholeYear}[./-]${month}[./-]${day}`,
  `${day}[./-]${month}[./-]${year}`,
  `${wholeYear}[./-]${month}`,
  `${month}[./-]${wholeYear}`,
  `${day}/${month}`,
  `${day}${between}${name}(?:${between}${year})?`,
  `${name}[ -]?${day}(?: ${wholeYear})?`,
  `${name}${between}${wholeYear}`,
  `${wholeYear} ?${name}`,
  name,
  `(?:${wholeYear} ?年 ?)?${month} ?月(?: ?${day} ?[日号號]?)?`,
  `${wholeYear} ?年?`,
].map((notation) => new RegExp(`^${notation}$`, 'u'));
const clock = /^(?:[01]?\d|2[0-3]):[0-5]\d$/u;

/** A year, month and day in Chinese have so many parts; other dates have fewer. */
const longestDate = 6;
/** Words between a date and its time, as screens print them. */
const beforeClock = new Set(['at', 'pada', 'jam', 'pukul']);

const twoDigits = (number: string | number) => String(number).padStart(2, '0');

function markOf({ year: typedYear, month: number, day: typedDay }: DateFields): string | null {
  const fullYear = typedYear?.length === 2 ? `20${typedYear}` : typedYear;
  if (fullYear !== undefined && !/^(?:19|20)\d\d$/u.test(fullYear)) return null;
  if (number === undefined) return fullYear ?? null;
  if (number === null || number < 1 || number > 12) return null;
  if (typedDay !== undefined && (Number(typedDay) < 1 || Number(typedDay) > 31)) return null;
  return [fullYear, twoDigits(number), typedDay === undefined ? undefined : twoDigits(typedDay)]
    .filter((field) => field !== undefined)
    .join('-');
}

/** The mark of a text that is a date as a whole; null for any other. @param text folded, as searches compare it */
export function dateMark(text: string): string | null {
  const digits = chineseInDigits(text);
  if (clock.test(digits)) return digits.padStart(5, '0');
  for (const notation of notations) {
    const fields = notation.exec(digits)?.groups;
    if (!fields) continue;
    const typedMonth = fields['name'] === undefined ? fields['month'] : namedMonth(fields['name']);
    const mark = markOf({
      year: fields['year'],
      month: typedMonth === undefined || typedMonth === null ? typedMonth : Number(typedMonth),
      day: fields['day'],
    });
    if (mark !== null) return mark;
  }
  return null;
}

/** The dates among the parts of a query, the longest first where several begin with the same part. */
export function datesIn(parts: readonly string[]): TypedDate[] {
  const dates: TypedDate[] = [];
  for (let first = 0; first < parts.length; first += 1) {
    const longest = Math.min(longestDate, parts.length - first);
    for (let length = longest; length > 0; length -= 1) {
      const mark = dateMark(parts.slice(first, first + length).join(' '));
      if (mark === null) continue;
      const next = first + length;
      const isBeforeClock = beforeClock.has(parts[next] ?? '') && clock.test(parts[next + 1] ?? '');
      const last = isBeforeClock && !mark.includes(':') ? next : next - 1;
      dates.push({ first, last, mark });
      first = last;
      break;
    }
  }
  return dates;
}

const han = '〇零一二三四五六七八九十廿卅';
const chineseDate = new RegExp(`(?:[\\d${han}]{2,4}年)?[\\d${han}]{1,3}月(?:[\\d${han}]{1,3}[日号號])?|\\d{4}年`, 'gu');

/** A text with blanks around Chinese dates, which stand between other characters without: `3月保养` -> `3月 保养`. */
export function withDatesApart(text: string): string {
  return text.replaceAll(chineseDate, ' $& ');
}

/** What a moment is found by. @param day `2026-03-12`. @param time `10:05` */
export function dateMarks(date: string, time: string): string[] {
  return [date, date.slice(0, 7), date.slice(0, 4), date.slice(5), date.slice(5, 7), time];
}
