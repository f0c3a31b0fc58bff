import { isoDay } from '../calendar/day.ts';
import { chineseInDigits, namedMonth } from '../calendar/names.ts';
import { readDate } from '../calendar/read-date.ts';

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

const clock = /^(?:[01]?\d|2[0-3]):[0-5]\d$/u;
/** A year that is not said, with a 29 February. */
const anyYear = 2000;

/** A year, month and day in Chinese have so many parts; other dates have fewer. */
const longestDate = 6;
/** Words between a date and its time, as screens print them. */
const beforeClock = new Set(['at', 'pada', 'jam', 'pukul']);
/** Words before a date: *on 12 march*, *bulan mac*. */
const beforeDate = new Set(['in', 'on', 'pada', 'tarikh', 'bulan', 'month', 'tahun', 'year']);

const halfDay = /^(0?[1-9]|1[0-2])[:.]([0-5]\d) ?(am|pagi|pm|petang|malam)$/u;

/** How much of the written-out day each kind of date is. */
const lengths = { day: 10, month: 7, year: 4 } as const;

/** The mark of a text that is a date as a whole; null for any other. @param text folded, as searches compare it */
export function dateMark(text: string): string | null {
  const joined = chineseInDigits(text)
    .replaceAll(/(?<=\d) (?=[年月日号號])|(?<=[年月]) |(?<=月)份/gu, '')
    .replace(/^(?:bulan|month) (\d{1,2})(?!\d)/u, '$1月')
    .replace(/^(\d{1,2}) ?hb (\d{1,2}) (?=\d{4}$)/u, '$1/$2/')
    .replace(/^(\d{1,2}) ?hb (?=\d{1,2}$)/u, '$1/');
  const time = clockIn(joined);
  if (time !== null) return time;
  // a number alone is any number, but for a year; a time stands apart from its day
  if (/^\d+$/u.test(joined)) return /^(?:19|20)\d\d$/u.test(joined) ? joined : null;
  if (joined.includes(':')) return null;
  const month = namedMonth(joined);
  if (month !== null) return String(month).padStart(2, '0');
  const whole = readDate(joined);
  if (whole) return isoDay(whole.last).slice(0, lengths[whole.names]);
  // a day that its month has not, as 30 feb 2026: it finds no visit, and the month is not meant
  const [, day = '', rest = ''] = /^(0?[1-9]|[12]\d|3[01]) (\D.*)$/u.exec(joined) ?? [];
  const ofRest = rest === '' ? null : readDate(rest);
  if (ofRest?.names === 'month') return `${isoDay(ofRest.last).slice(0, lengths.month)}-${day.padStart(2, '0')}`;
  // behind a year, another one would be read as a time; two numbers apart are any numbers, as of lanes
  if (/\d{4}|^[\d ]+$/u.test(joined)) return null;
  const ofYear = /^\d{1,2}\/\d{1,2}$/u.test(joined)
    ? readDate(`${joined}/${anyYear}`)
    : (readDate(`${joined} ${anyYear}`) ?? readDate(`${anyYear}年${joined}`));
  return ofYear?.names === 'day' ? isoDay(ofYear.last).slice(5) : null;
}

/** A time of day, as `10:05`, or `7:40 pm` of twelve hours; null for anything else. */
function clockIn(text: string): string | null {
  if (clock.test(text)) return text.padStart(5, '0');
  const [, hour, minutes, half] = halfDay.exec(text) ?? [];
  if (hour === undefined) return null;
  const isLate = half === 'pm' || half === 'petang' || half === 'malam';
  return `${String((Number(hour) % 12) + (isLate ? 12 : 0)).padStart(2, '0')}:${minutes}`;
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
      const isLed = first > (dates.at(-1)?.last ?? -1) + 1 && beforeDate.has(parts[first - 1] ?? '');
      dates.push({ first: isLed ? first - 1 : first, last, mark });
      first = last;
      break;
    }
  }
  return dates;
}

const han = '〇零一二三四五六七八九十廿卅';
const chineseDate = new RegExp(
  `(?:[\\d${han}]{2,4}年)?[\\d${han}]{1,3}月份?(?:[\\d${han}]{1,3}[日号號])?|\\d{4}年`,
  'gu',
);

/** A text with blanks around Chinese dates, which stand between other characters without: `3月保养` -> `3月 保养`. */
export function withDatesApart(text: string): string {
  return text.replaceAll(chineseDate, ' $& ');
}

/** What a moment is found by. @param day `2026-03-12`. @param time `10:05` */
export function dateMarks(date: string, time: string): string[] {
  return [date, date.slice(0, 7), date.slice(0, 4), date.slice(5), date.slice(5, 7), time];
}
