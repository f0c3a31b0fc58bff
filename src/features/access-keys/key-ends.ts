import type { ComponentProps } from 'react';
import { dayMs } from '../../lib/calendar/day.ts';
import { message, said, t } from '../../lib/language/translate.ts';
import { isInUse, keyEnding, type AccessKey } from '../../records/access-key/access-key.ts';
import { longDate, momentText, siteDayNumber, siteStamp, siteTime } from '../../records/time.ts';
import type { Badge } from '../../ui/Badge.tsx';

// How keys end, in words and days (`decisions §17`). A last day lasts until its end in Singapore.

/** How long an old key stays valid, as PostgreSQL intervals. */
export const gracePeriods = [
  { value: '0', label: message('Not at all: it ends at once'), ms: 0 },
  { value: '1 hour', label: message('1 hour'), ms: 3_600_000 },
  { value: '1 day', label: message('1 day'), ms: dayMs },
  { value: '7 days', label: message('7 days'), ms: 7 * dayMs },
  { value: '30 days', label: message('30 days'), ms: 30 * dayMs },
] as const;

export type GracePeriod = (typeof gracePeriods)[number]['value'];

const maxLastDay = '2099-12-31';

/** What is wrong with a last day such as `2026-12-31`. @param unfinished whether the date input holds half a date */
export function lastDayProblem(lastDay: string, unfinished: boolean, now: Date): string | undefined {
  if (unfinished) return t('Finish the date, or empty the field.');
  if (lastDay === '') return undefined;
  const day = Date.parse(`${lastDay}T00:00:00Z`) / dayMs;
  if (Number.isNaN(day) || lastDay > maxLastDay) return t('Choose a day before the year 2100.');
  return day < siteDayNumber(now) ? t('Choose today or a later day.') : undefined;
}

/** As `lastDayProblem`, while a person types: a year that begins with 0 is not typed to its end yet, so it is no problem. */
export function typedDayProblem(lastDay: string, now: Date): string | undefined {
  return lastDay.startsWith('0') ? undefined : lastDayProblem(lastDay, false, now);
}

/** When a day ends in Singapore: a key is valid for the whole of its last day. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59+08:00`;
}

/** The last day of a key in Singapore, as a date input has it; empty for none. */
export const lastDayOf = (end: string | null): string => (end === null ? '' : siteStamp(new Date(end)).slice(0, 10));

/** The end that a last day means; null for none. The day of the stored end means the stored end, to the second. */
export function endOfLastDay(lastDay: string, stored: string | null): string | null {
  if (lastDay === lastDayOf(stored)) return stored;
  return lastDay === '' ? null : endOfDay(lastDay);
}

/** `The new key has no end.` */
export function newKeySentence(end: string | null): string {
  return end === null ? t('The new key has no end.') : t('The new key works until {time}.', { time: momentText(end) });
}

/**
 * `The old key works until 5 December 2026 (7 days).` It ends at the earliest of three: the end of its grace period, its own end, and the end
 * of the new key.
 */
export function oldKeySentence(
  { expires_at: ownEnd }: AccessKey,
  { grace, newEnd, now }: { grace: GracePeriod; newEnd: string | null; now: Date },
): string {
  const period = gracePeriods.find(({ value }) => value === grace) ?? gracePeriods[0];
  if (period.ms === 0) return t('The old key ends at once.');
  const graceEnd = now.getTime() + period.ms;
  const isFirstEnd = (end: string | null, other: string | null): end is string =>
    end !== null && Date.parse(end) < graceEnd && (other === null || Date.parse(end) <= Date.parse(other));
  if (isFirstEnd(ownEnd, newEnd))
    return t('The old key works until {time}, when it ends anyway.', { time: momentText(ownEnd) });
  if (isFirstEnd(newEnd, ownEnd))
    return t('The old key works until {time}, as the new one.', { time: momentText(newEnd) });
  return period.ms < dayMs
    ? t('The old key works for one more hour.')
    : t('The old key works until {day} ({period}).', { day: longDate(new Date(graceEnd)), period: said(period.label) });
}

/** Why a rotation does not pass the end of a key on to the new one; null where an admin set the end, or there is none. */
export function endNotPassedOn(key: AccessKey): string | null {
  if (key.kind === 'old' && key.end_reason === null)
    return t('The last day of a key from the old portal is not passed on to the new one.');
  if (key.end_reason === 'rotated')
    return t('This key was rotated before. The key that replaced it goes on working beside the new one.');
  if (key.end_reason === 'inherited')
    return t('The end of this key was that of the key that it replaced. It is not passed on.');
  return null;
}

/** Whether a key in use has an end that no admin can take away: that of an old portal's or a rotated key. */
export function alwaysEnds(key: AccessKey, now: Date): boolean {
  const ending = keyEnding(key, now);
  return ending === 'old' || ending === 'rotated';
}

/** In its last days a key is urgent; before that, it ends soon. */
const urgentDays = 7;
const soonDays = 30;

/** `26 February 2027`, or `today at 14:30`. */
const dayOrTimeToday = (end: string, now: Date) =>
  siteDayNumber(new Date(end)) === siteDayNumber(now)
    ? t('today at {clock}', { clock: siteTime(end).clock })
    : longDate(end);

/** The chip of a key in use that ends: its words, and a tone by nearness. Null for a key that does not end, or has ended. */
export function endChip(
  key: AccessKey,
  now: Date,
): { words: string; tone: ComponentProps<typeof Badge>['tone'] } | null {
  const ending = keyEnding(key, now);
  if (ending === null || key.expires_at === null) return null;
  const day = dayOrTimeToday(key.expires_at, now);
  const remainingMs = Date.parse(key.expires_at) - now.getTime();
  const nearTone = toneOf(remainingMs / dayMs);
  if (ending === 'rotated') return { words: t('Rotated, works until {day}', { day }), tone: 'info' };
  if (ending === 'old') return { words: t('Old portal’s key, ends {day}', { day }), tone: nearTone ?? 'warn' };
  if (ending === 'inherited')
    return { words: t('Ends {day} with the key it replaced', { day }), tone: nearTone ?? 'warn' };
  return { words: t('Ends {day}', { day }), tone: nearTone ?? 'neutral' };
}

/** The tone of a key that ends in so many days; null for one that ends later. */
function toneOf(days: number): 'danger' | 'warn' | null {
  if (days <= urgentDays) return 'danger';
  return days <= soonDays ? 'warn' : null;
}

/** Keys in use whose end an earlier release took from the key that they replaced, the nearest end first. */
export function inheritedEnds(keys: readonly AccessKey[], now: Date): AccessKey[] {
  return keys
    .filter((key) => isInUse(key, now) && keyEnding(key, now) === 'inherited')
    .toSorted((a, b) => (a.expires_at ?? '').localeCompare(b.expires_at ?? '') || a.id - b.id);
}
