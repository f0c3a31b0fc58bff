import { months, siteStamp, type Month } from '../time.ts';

const malayMonths = [
  'januari',
  'februari',
  'mac',
  'april',
  'mei',
  'jun',
  'julai',
  'ogos',
  'september',
  'oktober',
  'november',
  'disember',
];

/** `March`, `MAR.`, `3`, `03`, `Mac` and `3月` are all `mar`; null when it is no month. */
export function readMonth(value: unknown): Month | null {
  const word = plainText(value).toLowerCase().replaceAll(/[.月]/gu, '').trim();
  if (/^\d{1,2}$/u.test(word)) return months[Number(word) - 1]?.value ?? null;
  if (word.length < 3) return null;
  const found = months.findIndex(
    ({ label, value: stored }, index) =>
      stored === word || label.toLowerCase().startsWith(word) || malayMonths[index]?.startsWith(word),
  );
  return months[found]?.value ?? null;
}

/** Null when it is no year of four digits. */
export function readYear(value: unknown): string | null {
  return /^\s*(\d{4})(?:\.0+)?\s*$/u.exec(plainText(value))?.[1] ?? null;
}

const yes = new Set(['true', 't', 'yes', 'y', '1', 'ya', 'shown', 'visible', 'online', 'active']);
const no = new Set(['false', 'f', 'no', 'n', '0', 'tidak', 'hidden', 'deleted', 'offline', 'inactive']);

/** Null for anything but a yes or no. */
export function readYes(value: unknown): boolean | null {
  const word = plainText(value).trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : null;
}

/** A whole number from 0, also as text; null for anything else. */
export function readWhole(value: unknown): number | null {
  const text = plainText(value).trim();
  return /^\d{1,15}(?:\.0+)?$/u.test(text) ? Number(text) : null;
}

/** Empty for anything but texts, numbers and booleans. */
export function plainText(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** JSON, possibly encoded twice, as in exports of a table. Undefined when it is no JSON. */
export function unwrapped(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return value.trim() === '' ? null : JSON.parse(value);
  } catch {
    return undefined;
  }
}

const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?\s*(?<half>[ap]m)?`;
const zone = String.raw`\s*(?:(?:GMT|UTC)(?=[+-]))?(?<zone>Z|GMT|UTC|[+-]\d{2}:?\d{2})?(?:\s*\(.*\))?`;
const shapes = [
  String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
  // the day first, as in Singapore and Malaysia
  String.raw`(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})`,
  String.raw`(?:[a-z]{3,9},? )?(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<month>[a-z]{3,9})\.?,?[ -](?<year>\d{4})`,
  String.raw`(?:[a-z]{3,9},? )?(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})`,
].map((date) => new RegExp(`^${date}(?:(?:T|,? +(?:at +)?|, *)${clock}${zone})?$`, 'iu'));

/** From many notations, to `2026-03-17T10:05:00+08:00`; Singapore's zone by default. Null outside this century. */
export function readStamp(value: unknown): string | null {
  if (typeof value === 'number') return stampAt(value < 100_000_000_000 ? value * 1_000 : value);
  const text = plainText(value).trim().replaceAll(/\s+/gu, ' ');
  for (const shape of shapes) {
    const found = shape.exec(text)?.groups;
    if (found) return stampOf(found);
  }
  return null;
}

function stampOf(parts: Partial<Record<string, string>>): string | null {
  const number = (name: string) => Number(parts[name] ?? 0);
  const month = months.findIndex(({ value }) => value === readMonth(parts['month']));
  const date = new Date(Date.UTC(number('year'), month, number('day')));
  // 31 April would become 1 May
  if (month === -1 || date.getUTCMonth() !== month || date.getUTCDate() !== number('day')) return null;
  const half = parts['half']?.toLowerCase();
  const hour = half === undefined ? number('hour') : (number('hour') % 12) + (half === 'pm' ? 12 : 0);
  if (hour > 23 || number('minute') > 59 || number('second') > 59) return null;
  const local = date.getTime() + ((hour * 60 + number('minute')) * 60 + number('second')) * 1_000;
  return stampAt(local - minutesAhead(parts['zone']) * 60_000);
}

function minutesAhead(given: string | undefined): number {
  if (given === undefined) return 480;
  const found = /^([+-])(\d{2}):?(\d{2})$/u.exec(given);
  return found ? Number(`${found[1]}1`) * (Number(found[2]) * 60 + Number(found[3])) : 0;
}

function stampAt(instant: number): string | null {
  if (!Number.isFinite(instant) || Math.abs(instant) > 8e15) return null;
  const stamp = siteStamp(new Date(instant));
  return stamp.startsWith('20') && stamp.length === 25 ? stamp : null;
}
