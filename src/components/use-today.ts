import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { onReturn } from '../lib/screen/on-return.ts';
import { siteDayNumber, siteDayStart } from '../records/time.ts';

// The current day in Singapore, whatever the zone of the browser. A page may stay open for days, so nothing on the
// screen may hold the day on which it was opened.

/** How often the clock is read. One timer until midnight is not enough: it stands still while the computer sleeps, and the clock may be set. */
const lookEveryMs = 60_000;

let moment = new Date();

/** A moment of the current day: the same object until the day changes. */
function today(): Date {
  const now = new Date();
  if (siteDayNumber(now) !== siteDayNumber(moment)) moment = now;
  return moment;
}

/** Calls the listener at midnight in Singapore, or when the page notices another day later. Returns the unsubscribe function. */
function onNewDay(listener: () => void): () => void {
  let lastSeen = today();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const now = new Date();
    const untilMidnight = siteDayStart(siteDayNumber(now) + 1) - now.getTime();
    timer = setTimeout(look, Math.min(untilMidnight, lookEveryMs));
    if (today() === lastSeen) return;
    lastSeen = today();
    listener();
  };
  look();
  const unsubscribe = onReturn(look);
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/**
 * A moment of the current day in Singapore, for what depends on the day and not on the hour. It is the same object all day and
 * renders again when the day changes.
 */
export function useToday(): Date {
  return useSyncExternalStore(onNewDay, today);
}

/**
 * A moment of today that is not before some records were read, for what becomes late by the minute. It moves on only when they are read again:
 * a clock that ticks would render all day. @param readAt milliseconds since 1970; 0 for never
 */
export function useReadMoment(readAt: number): Date {
  const now = useToday();
  return useMemo(() => (readAt > now.getTime() ? new Date(readAt) : now), [readAt, now]);
}

/** Calls `then` when the day changes in Singapore, not at first. */
export function useNewDay(then: () => void): void {
  const call = useEffectEvent(then);
  useEffect(() => onNewDay(() => call()), []);
}
