import { dayStart, singaporeOffsetMs } from '../../lib/calendar/day.ts';
import { namedMonth } from '../../lib/calendar/names.ts';
import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { clockBehind, readDay, writtenDate } from '../../lib/calendar/written-date.ts';
import { t } from '../../lib/language/translate.ts';
import { hasRefusedCharacterInLines, sanitizedText, storedText } from '../../lib/text-rules.ts';
import { monthAt, type Month, siteStamp } from '../time.ts';
import type { AddDefect } from './import-plan.ts';

// Reads single values of a record, in whatever form they are written.

/** The month in a value: `March`, `MAR.`, `3`, `03`, `Mac` and `3月` are all `mar`; null when it is not a month. */
export function readMonth(value: unknown): Month | null {
  const word = comparedForm(plainText(value)).replaceAll(/\.0+$|\.$| |份$/gu, '');
  const month = namedMonth(/^\d{1,2}$/u.test(word) ? `${word}月` : word);
  return month === null ? null : monthAt(month - 1);
}

/** A year of four digits as a text; null when it is not a year. A spreadsheet may write `2025.0`. */
export function readYear(value: unknown): string | null {
  return /^\s*(\d{4})(?:\.0+)?\s*$/u.exec(plainText(value))?.[1] ?? null;
}

const yes = new Set(
  [
    ['true', 't', 'yes', 'y', '1', 'shown', 'visible', 'online', 'active', '√', '✓', '✔'],
    ['ya', 'benar', 'papar', 'dipaparkan', '是', '对', '显示', '已显示', '可见', '對', '顯示', '已顯示', '可見'],
  ].flat(),
);
const no = new Set(
  [
    ['false', 'f', 'no', 'n', '0', 'hidden', 'deleted', 'offline', 'inactive', '×', '✕', '✖', '✗', '✘'],
    ['tidak', 'palsu', 'tersembunyi', 'disembunyikan', '否', '不', '不是', '不显示', '隐藏', '已隐藏', '不可见'],
    ['不顯示', '隱藏', '已隱藏', '不可見'],
  ].flat(),
);

/** Whether a value means yes or no; null for anything else. */
export function readYes(value: unknown): boolean | null {
  // removes the variation selector that shows a check mark as an emoji
  const word = comparedForm(plainText(value)).replace(/\uFE0F$/u, '');
  return yes.has(word) ? true : no.has(word) ? false : null;
}

/** A text, a number or a boolean as text; empty for anything else. */
export function plainText(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** The parsed value of a text with JSON, as in exports of a table; any other value unchanged. Null for an empty text, undefined for invalid JSON. */
export function unwrapped(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return value.trim() === '' ? null : JSON.parse(value);
  } catch {
    return undefined;
  }
}

// Moments in many notations

/**
 * A moment in the stored format, `2026-03-17T10:05:00+08:00`. A text without a zone is in Singapore time; a number is in seconds, or from 10^11 on
 * in milliseconds, since 1970. Null when it is not a moment of this century.
 */
export function readStamp(value: unknown): string | null {
  if (typeof value === 'number') return stampAt(value < 100_000_000_000 ? value * 1_000 : value);
  const written = writtenDate(plainText(value));
  // the day comes first, as usual in Singapore and Malaysia
  const day = written && readDay(written, { order: 'day-first', epoch: 1900 });
  const clock = day && clockBehind(written);
  if (!day || clock === undefined) return null;
  const { seconds, zone } = clock ?? { seconds: 0, zone: null };
  return stampAt(dayStart(day) + seconds * 1_000 - (zone === null ? singaporeOffsetMs : zone * 60_000));
}

/** The stored format of an instant in milliseconds since 1970; null when it is not in this century. */
function stampAt(instant: number): string | null {
  // `Date` has no instants beyond 8.64e15
  if (!Number.isFinite(instant) || Math.abs(instant) > 8e15) return null;
  const stamp = siteStamp(new Date(instant));
  return stamp.startsWith('20') && stamp.length === 25 ? stamp : null;
}

// Texts

/**
 * A text without the characters that cannot be stored, which are reported as a defect.
 * @param field the field of a visit; for another record, its name in English at the beginning of a sentence, such as `The name`
 */
export function readText(value: unknown, field: string, addDefect: AddDefect): string {
  const text = plainText(value);
  if (hasRefusedCharacterInLines(text)) addDefect(refusedCharactersText(field), t('Imported without them.'));
  return storedText(text);
}

function refusedCharactersText(field: string): string {
  if (field === 'title') return t('Its title contains characters that cannot be shown.');
  if (field === 'ref') return t('Its job number contains characters that cannot be shown.');
  if (field === 'by') return t('The name of who came contains characters that cannot be shown.');
  if (field === 'follow') return t('A recommendation contains characters that cannot be shown.');
  return field === 'text'
    ? t('Its text contains characters that cannot be shown.')
    : t('{what} contains characters that cannot be shown.', { what: field });
}

/** The same as `readText`, for a text of one line, such as a name. */
export function readLine(value: unknown, field: string, addDefect: AddDefect): string {
  return sanitizedText(readText(value, field, addDefect), { lines: false }).text;
}
