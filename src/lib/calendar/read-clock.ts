import { dayMs, singaporeOffsetMs } from './day.ts';
import { comparedForm } from './plain-form.ts';

/** The notation of a column of times, which decides about ambiguous cells. */
export interface ClockNotation {
  /** Whether a dot separates hours and minutes, so that `0.30` is half past midnight and not three tenths of a day. */
  dotted: boolean;
}

/** A time of day: the seconds since midnight, and the time zone in minutes ahead of UTC; null if the text names no zone. */
export interface ReadClock {
  seconds: number;
  zone: number | null;
}

/** Whether a time is midnight in Singapore, which exports write behind a day that has no time. */
export function isMidnight({ seconds, zone: minutes }: ReadClock): boolean {
  const aheadMs = minutes === null ? 0 : singaporeOffsetMs - minutes * 60_000;
  return (seconds * 1_000 + aheadMs) % dayMs === 0;
}

/** The names of parts of the day in English, Malay (Excel writes PG and PTG) and Chinese, by how they change an hour (`hourOf`). */
const partsOfDay: Readonly<Record<string, 'morning' | 'evening' | 'noon' | 'night'>> = {
  am: 'morning',
  pm: 'evening',
  pg: 'morning',
  pagi: 'morning',
  ptg: 'evening',
  petang: 'evening',
  malam: 'night',
  'tengah malam': 'night',
  'tengah hari': 'noon',
  noon: 'noon',
  上午: 'morning',
  早上: 'morning',
  凌晨: 'morning',
  中午: 'noon',
  下午: 'evening',
  傍晚: 'evening',
  晚上: 'night',
};

/** The same names as a pattern, also with dots and blanks, such as `a.m.`. */
const partOfDayPattern = String.raw`[ap]\.? ?m\.?(?![a-z])|pg|pagi|ptg|petang|malam|tengah ?malam|tengah ?hari|noon|上午|早上|凌晨|中午|下午|傍晚|晚上`;
/** A time zone, such as `+08:00` or `gmt`, perhaps with a remark in parentheses. */
const zone = String.raw`(?<zone>(?:gmt|utc)?[+-]\d{2}:?\d{2}|z|gmt|utc)?(?: ?\(.*\))?`;
/** A time such as `pukul 9.30 pagi`, `9:30:15 am +08:00` or `上午9时30分`, with its parts in this order. */
const clock = new RegExp(
  String.raw`^(?:(?:at|pada|pukul|jam) |@ ?)?(?<before>${partOfDayPattern})? ?(?<hour>\d{1,2})(?: ?(?<mark>[:.时時点點h]) ?(?<minute>\d{2}(?!\d)|半)?(?: ?[:.分] ?(?<second>\d{2})(?:[.,]\d+)?(?: ?秒)?)?(?: ?分)?)? ?(?<unit>hrs?\.?|hours?|h)? ?(?<after>${partOfDayPattern})? ?${zone}$`,
  'u',
);
/** A time without a separator: `0930`, `930`, `1405 hrs`. */
const bare = /^(?<hour>\d{1,2})(?<minute>\d{2}) ?(?:hrs?\.?|hours?|h)?$/u;
/** Excel's number for a time: the fraction of the day that has passed. */
const fraction = /^0?[.,](?<digits>\d+)$/u;

/** The notation of a column: its times have dots if any cell has an hour from 1 to 23 before a dot, which is no fraction of a day. */
export function clockNotationOf(cells: readonly string[]): ClockNotation {
  return { dotted: cells.some((cell) => /^ ?(?:[1-9]|1\d|2[0-3])\.[0-5]\d(?!\d)/u.test(comparedForm(cell))) };
}

/** A span from one time to another, such as `9am - 10.30am` and `0930 hingga 1030`. */
const span = /^(?<start>[^-–—~至]*\d.*?) ?(?:-|–|—|~|to|till|until|hingga|至|到) ?(?<end>.*\d.*)$/u;

/** The time of day in a cell, or the start of a span. Null for any other text, and for an ambiguous one such as `9` and `9.5`. */
export function readClock(cell: string, notation: ClockNotation): ReadClock | null {
  const single = readSingle(cell, notation);
  if (single) return single;
  const { start, end } = span.exec(comparedForm(cell))?.groups ?? {};
  return start !== undefined && end !== undefined && readSingle(end, notation) ? readSingle(start, notation) : null;
}

function readSingle(cell: string, { dotted }: ClockNotation): ReadClock | null {
  // Excel writes one of these days before a time without a date
  const text = comparedForm(cell).replace(
    /^(?:1899-12-3[01]|1900-01-0[01]|30\/12\/1899|31\/12\/1899|12\/3[01]\/1899)[ t]/u,
    '',
  );
  const decimals = fraction.exec(text)?.groups?.['digits'];
  if (decimals !== undefined && !(dotted && decimals.length === 2)) {
    const seconds = Math.round(Number(`0.${decimals}`) * 86_400);
    return seconds < 86_400 ? { seconds: wholeMinute(seconds), zone: null } : null;
  }
  // Excel's number for midnight: `0`, or `0.00` in a column of times with dots
  if (/^0(?:[.,]0+)?$/u.test(text)) return { seconds: 0, zone: null };
  const parts = clock.exec(text)?.groups ?? {};
  if (parts['hour'] !== undefined) {
    // a lone number is no time, nor is a duration such as `3 hours`
    const hasPartOfDay = [parts['before'], parts['after']].some((partOfDay) => partOfDay !== undefined);
    const isOnlyHour = parts['minute'] === undefined && !hasPartOfDay && !/[时時点點h]/u.test(parts['mark'] ?? '');
    return isOnlyHour ? null : clockOf(parts);
  }
  const digits = bare.exec(text)?.groups;
  return digits ? clockOf(digits) : null;
}

/** Rounds to a whole minute if it is at most two seconds off, because a fraction of a day has rounding errors: `0.42013` is 10:05. */
function wholeMinute(seconds: number): number {
  const remainder = seconds % 60;
  if (remainder <= 2) return seconds - remainder;
  return remainder >= 58 ? seconds + 60 - remainder : seconds;
}

/** The time of the groups of a pattern; null if there is no such time. */
function clockOf(parts: Partial<Record<string, string>>): ReadClock | null {
  const partOfDay = parts['before'] ?? parts['after'];
  if (parts['before'] !== undefined && parts['after'] !== undefined) return null;
  const hour = hourOf(Number(parts['hour']), partOfDay);
  const minute = parts['minute'] === '半' ? 30 : Number(parts['minute'] ?? 0);
  const second = Number(parts['second'] ?? 0);
  if (hour === null || minute > 59 || second > 59) return null;
  return { seconds: (hour * 60 + minute) * 60 + second, zone: zoneMinutes(parts['zone']) };
}

/** The hour from 0 to 23; null for an impossible hour, such as 15 in the morning. @param partOfDay as it is written */
function hourOf(hour: number, partOfDay: string | undefined): number | null {
  if (hour > 23) return null;
  if (partOfDay === undefined) return hour;
  const name = partOfDay
    .replaceAll('.', '')
    .replace(/^([ap]) m$/u, '$1m')
    .replace(/^tengah ?/u, 'tengah ');
  const part = partsOfDay[name];
  if (part === 'morning') return hour > 12 ? null : hour % 12;
  // around noon, 1 to 3 are after it, and 11 and 12 are as they are written
  if (part === 'noon') return hour >= 1 && hour < 4 ? hour + 12 : hour;
  if (hour > 12) return hour;
  // 5 to 11 at night are before midnight, 12 is midnight, and 1 to 4 are after it
  if (part === 'night') return hour === 12 ? 0 : hour >= 5 ? hour + 12 : hour;
  return (hour % 12) + 12;
}

function zoneMinutes(written: string | undefined): number | null {
  if (written === undefined) return null;
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):?(\d{2})$/u.exec(written) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
