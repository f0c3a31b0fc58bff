import type { ComponentProps } from 'react';
import { dayMs } from '../../lib/calendar/day.ts';
import { message, said, t } from '../../lib/language/translate.ts';
import { isInUse, keyEnding, type AccessKey } from '../../records/access-key/access-key.ts';
import { longDate, momentText, siteDayNumber, siteStamp, siteTime } from '../../records/time.ts';
import type { Badge } from '../../ui/Badge.tsx';

// When keys end, as dates and as texts (`decisions §17`). A key works until the end of its last day in Singapore.

/** How long an old key stays valid after its rotation. The values are PostgreSQL intervals. */
export const gracePeriods = [
  { value: '0', label: message('Not at all: it ends at once'), ms: 0 },
  { value: '1 hour', label: message('1 hour'), ms: 3_600_000 },
  { value: '1 day', label: message('1 day'), ms: dayMs },
  { value: '7 days', label: message('7 days'), ms: 7 * dayMs },
  { value: '30 days', label: message('30 days'), ms: 30 * dayMs },
] as const;

export type GracePeriod = (typeof gracePeriods)[number]['value'];

/** The database refuses an end in the year 2100 or later (`end-far`). */
const maxLastDay = '2099-12-31';

/** A message that says what is wrong with a last day such as `2026-12-31`. @param isUnfinished whether the date input has half a date */
export function lastDayProblem(lastDay: string, isUnfinished: boolean, now: Date): string | undefined {
  if (isUnfinished) return t('Finish the date, or empty the field.');
  if (lastDay === '') return undefined;
  const day = Date.parse(`${lastDay}T00:00:00Z`) / dayMs;
  if (Number.isNaN(day) || lastDay > maxLastDay) return t('Choose a day before the year 2100.');
  return day < siteDayNumber(now) ? t('Choose today or a later day.') : undefined;
}

/** As `lastDayProblem`, while somebody types: a year that begins with 0 is not completely typed yet, so it is no problem. */
export function typedDayProblem(lastDay: string, now: Date): string | undefined {
  return lastDay.startsWith('0') ? undefined : lastDayProblem(lastDay, false, now);
}

/** The end of a day in Singapore, as an ISO 8601 time. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59+08:00`;
}

/** The day of an end in Singapore, as the value of a date input; empty for no end. */
export const lastDayOf = (end: string | null): string => (end === null ? '' : siteStamp(new Date(end)).slice(0, 10));

/** The end for a last day; null for an empty one. If the day is that of the saved end, the saved end is returned, to the second. */
export function endOfLastDay(lastDay: string, savedEnd: string | null): string | null {
  if (lastDay === lastDayOf(savedEnd)) return savedEnd;
  return lastDay === '' ? null : endOfDay(lastDay);
}

/** Such as `The new key has no end.` */
export function newKeySentence(end: string | null): string {
  return end === null ? t('The new key has no end.') : t('The new key works until {time}.', { time: momentText(end) });
}

/**
 * Such as `The old key works until 5 December 2026 (7 days).` The old key ends at the earliest of three times: the end of its grace period, its
 * own end, and the end of the new key.
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

/** A sentence that says why the new key does not get the end of the old one; null if an admin set that end, or if there is none. */
export function endNotPassedOnText(key: AccessKey): string | null {
  if (key.kind === 'old' && key.end_reason === null)
    return t('The last day of a key from the old portal is not passed on to the new one.');
  if (key.end_reason === 'rotated')
    return t('This key was rotated before. The key that replaced it goes on working beside the new one.');
  if (key.end_reason === 'inherited')
    return t('The end of this key was that of the key that it replaced. It is not passed on.');
  return null;
}

/** Whether a key in use has an end that no admin can remove: keys of the old portal and rotated keys have one. */
export function alwaysEnds(key: AccessKey, now: Date): boolean {
  const ending = keyEnding(key, now);
  return ending === 'old' || ending === 'rotated';
}

/** A key that ends within so many days is marked as urgent. */
const urgentDays = 7;
/** A key that ends within so many days is marked as ending soon. */
const soonDays = 30;

/** Such as `26 February 2027`, or `today at 14:30`. */
const dayOrTimeToday = (end: string, now: Date) =>
  siteDayNumber(new Date(end)) === siteDayNumber(now)
    ? t('today at {clock}', { clock: siteTime(end).clock })
    : longDate(end);

/** The text and the tone of the badge of a key in use that has an end; null for a key without an end, or one that has ended. */
export function endChip(
  key: AccessKey,
  now: Date,
): { words: string; tone: ComponentProps<typeof Badge>['tone'] } | null {
  const ending = keyEnding(key, now);
  if (ending === null || key.expires_at === null) return null;
  const day = dayOrTimeToday(key.expires_at, now);
  const remainingMs = Date.parse(key.expires_at) - now.getTime();
  const urgencyTone = toneOf(remainingMs / dayMs);
  if (ending === 'rotated') return { words: t('Rotated, works until {day}', { day }), tone: 'info' };
  if (ending === 'old') return { words: t('Old portal’s key, ends {day}', { day }), tone: urgencyTone ?? 'warn' };
  if (ending === 'inherited')
    return { words: t('Ends {day} with the key it replaced', { day }), tone: urgencyTone ?? 'warn' };
  return { words: t('Ends {day}', { day }), tone: urgencyTone ?? 'neutral' };
}

/** The tone of a key that ends in `days` days; null if that is not soon. */
function toneOf(days: number): 'danger' | 'warn' | null {
  if (days <= urgentDays) return 'danger';
  return days <= soonDays ? 'warn' : null;
}

/** The keys in use that got the end of the key that they replaced, as rotations did in an earlier release; the nearest end comes first. */
export function inheritedEnds(keys: readonly AccessKey[], now: Date): AccessKey[] {
  return keys
    .filter((key) => isInUse(key, now) && keyEnding(key, now) === 'inherited')
    .toSorted((a, b) => (a.expires_at ?? '').localeCompare(b.expires_at ?? '') || a.id - b.id);
}
