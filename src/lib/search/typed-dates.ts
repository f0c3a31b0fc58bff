import { isoDay } from '../calendar/day.ts';
import { chineseInDigits, namedMonth } from '../calendar/names.ts';
import { readDate } from '../calendar/read-date.ts';

// Rule (`decisions §17`): a visit is found by its day, month, year and time in the notations that people type in the three languages: *12 mar*,
// *march 2026*, *2026-03-12*, *22/9/2026*, *Mac*, *3月*, *10:05*. The same text may be an ordinary word, such as *mac* or *may*, so it
// matches visits of that date and visits with these words.

/** A date, month, year or time among the parts of a query. */
export interface TypedDate {
  /** The indexes of its first and last part. */
  first: number;
  last: number;
  /** Its mark, which is compared with the `dateMarks` of a visit: `2026-03-12`, `2026-03`, `2026`, `03-12`, `03` or `10:05`. */
  mark: string;
}

/** A time of 24 hours, such as `9:05` or `19:40`. */
const clock = /^(?:[01]?\d|2[0-3]):[0-5]\d$/u;
/** Stands for the year of a date without one. It is a leap year, so that 29 February exists. */
const anyYear = 2000;

/** How many parts a date has at most: a year, month and day in Chinese, each with its unit. */
const maxDateParts = 6;
/** Words between a date and its time, as screens print them. */
const beforeClock = new Set(['at', 'pada', 'jam', 'pukul']);
/** Words before a date: *on 12 march*, *bulan mac*. */
const beforeDate = new Set(['in', 'on', 'pada', 'tarikh', 'bulan', 'month', 'tahun', 'year']);

/** A time of twelve hours, such as `7:40 pm`, with the English or Malay name of the half of the day. */
const halfDay = /^(0?[1-9]|1[0-2])[:.]([0-5]\d) ?(am|pagi|pm|petang|malam)$/u;

/** How many characters of `2026-03-12` each kind of date has. */
const lengths = { day: 10, month: 7, year: 4 } as const;

/** The mark of a text that is a date as a whole; null for any other text. @param text folded by `foldedText` */
export function dateMark(text: string): string | null {
  // one notation for each date: without blanks before Chinese units, `bulan 3` and `month 3` as `3月`, and Malay `12 hb 3` as `12/3`
  const date = chineseInDigits(text)
    .replaceAll(/(?<=\d) (?=[年月日号號])|(?<=[年月]) |(?<=月)份/gu, '')
    .replace(/^(?:bulan|month) (\d{1,2})(?!\d)/u, '$1月')
    .replace(/^(\d{1,2}) ?hb (\d{1,2}) (?=\d{4}$)/u, '$1/$2/')
    .replace(/^(\d{1,2}) ?hb (?=\d{1,2}$)/u, '$1/');
  const time = clockIn(date);
  if (time !== null) return time;
  // a number alone is a date only if it can be a year; a time is a part of its own, never part of a date
  if (/^\d+$/u.test(date)) return /^(?:19|20)\d\d$/u.test(date) ? date : null;
  if (date.includes(':')) return null;
  const monthNumber = namedMonth(date);
  if (monthNumber !== null) return String(monthNumber).padStart(2, '0');
  const fullDate = readDate(date);
  if (fullDate) return isoDay(fullDate.last).slice(0, lengths[fullDate.names]);
  // a day that the month does not have, such as 30 feb 2026, gets a mark that no visit has, so that it does not find the whole month
  const [, day = '', monthText = ''] = /^(0?[1-9]|[12]\d|3[01]) (\D.*)$/u.exec(date) ?? [];
  const month = monthText === '' ? null : readDate(monthText);
  if (month?.names === 'month') return `${isoDay(month.last).slice(0, lengths.month)}-${day.padStart(2, '0')}`;
  // not with a year, because a second year would be read as a time; two numbers without a month are no date, but lanes for example
  if (/\d{4}|^[\d ]+$/u.test(date)) return null;
  const dayOfAnyYear = /^\d{1,2}\/\d{1,2}$/u.test(date)
    ? readDate(`${date}/${anyYear}`)
    : (readDate(`${date} ${anyYear}`) ?? readDate(`${anyYear}年${date}`));
  return dayOfAnyYear?.names === 'day' ? isoDay(dayOfAnyYear.last).slice(5) : null;
}

/** A time of day, such as `10:05` or `7:40 pm`, as `19:40`; null for anything else. */
function clockIn(text: string): string | null {
  if (clock.test(text)) return text.padStart(5, '0');
  const [, hour, minutes, half] = halfDay.exec(text) ?? [];
  if (hour === undefined) return null;
  const isAfternoon = half === 'pm' || half === 'petang' || half === 'malam';
  return `${String((Number(hour) % 12) + (isAfternoon ? 12 : 0)).padStart(2, '0')}:${minutes}`;
}

/** The dates among the parts of a query. If several dates begin with the same part, the longest counts. */
export function datesIn(parts: readonly string[]): TypedDate[] {
  const dates: TypedDate[] = [];
  for (let first = 0; first < parts.length; first += 1) {
    const longest = Math.min(maxDateParts, parts.length - first);
    for (let length = longest; length > 0; length -= 1) {
      const mark = dateMark(parts.slice(first, first + length).join(' '));
      if (mark === null) continue;
      const nextIndex = first + length;
      const isBeforeClock = beforeClock.has(parts[nextIndex] ?? '') && clock.test(parts[nextIndex + 1] ?? '');
      const last = isBeforeClock && !mark.includes(':') ? nextIndex : nextIndex - 1;
      const hasWordBefore = first > (dates.at(-1)?.last ?? -1) + 1 && beforeDate.has(parts[first - 1] ?? '');
      dates.push({ first: hasWordBefore ? first - 1 : first, last, mark });
      first = last;
      break;
    }
  }
  return dates;
}

/** The Chinese digits and numbers. */
const han = '〇零一二三四五六七八九十廿卅';
/** A Chinese month, perhaps with its year and day, or a year alone. */
const chineseDate = new RegExp(
  `(?:[\\d${han}]{2,4}年)?[\\d${han}]{1,3}月份?(?:[\\d${han}]{1,3}[日号號])?|\\d{4}年`,
  'gu',
);

/** A text with blanks around its Chinese dates, which are usually written without: `3月保养` -> `3月 保养`. */
export function withDatesApart(text: string): string {
  return text.replaceAll(chineseDate, ' $& ');
}

/** The marks by which a date and time are found. @param date such as `2026-03-12` @param time such as `10:05` */
export function dateMarks(date: string, time: string): string[] {
  return [date, date.slice(0, 7), date.slice(0, 4), date.slice(5), date.slice(5, 7), time];
}
