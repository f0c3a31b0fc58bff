import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { onReturn } from '../lib/screen/on-return.ts';
import { siteDayNumber, siteDayStart } from '../records/time.ts';

// The current day in Singapore, whatever the time zone of the browser. A page may stay open for days, so the screen must not
// rely on the day on which it was opened.

/** How often the clock is read. A single timer until midnight would be late after the computer has slept or its clock was changed. */
const checkEveryMs = 60_000;

let currentMoment = new Date();

/** A moment of the current day: the same object until the day changes. */
function today(): Date {
  const now = new Date();
  if (siteDayNumber(now) !== siteDayNumber(currentMoment)) currentMoment = now;
  return currentMoment;
}

/** Calls the listener at midnight in Singapore, or as soon as the page notices the new day. Returns the function that unsubscribes. */
function onNewDay(listener: () => void): () => void {
  let lastSeen = today();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const checkDay = () => {
    clearTimeout(timer);
    const now = new Date();
    const untilMidnight = siteDayStart(siteDayNumber(now) + 1) - now.getTime();
    timer = setTimeout(checkDay, Math.min(untilMidnight, checkEveryMs));
    if (today() === lastSeen) return;
    lastSeen = today();
    listener();
  };
  checkDay();
  const unsubscribe = onReturn(checkDay);
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/**
 * A moment of the current day in Singapore, for what depends on the day and not on the hour. It is the same object all day, and the
 * component renders again when the day changes.
 */
export function useToday(): Date {
  return useSyncExternalStore(onNewDay, today);
}

/**
 * A moment of today at or after the time when records were read, for figures that change by the minute. It changes only when the records
 * are read again, because a ticking clock would render the screen all day.
 * @param readAt when the records were read, in milliseconds since 1970; 0 if they never were
 */
export function useReadMoment(readAt: number): Date {
  const now = useToday();
  return useMemo(() => (readAt > now.getTime() ? new Date(readAt) : now), [readAt, now]);
}

/** Calls `then` whenever a new day begins in Singapore, but not on mount. */
export function useNewDay(then: () => void): void {
  const call = useEffectEvent(then);
  useEffect(() => onNewDay(() => call()), []);
}
