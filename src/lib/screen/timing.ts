import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `then` after `delayMs`. Another delay, or another value of `of`, starts the wait again.
 * @param delayMs null for not at all
 */
export function useLater<Of>(delayMs: number | null, then: (of?: Of) => void, of?: Of): void {
  const call = useEffectEvent(then);
  useEffect(() => {
    if (delayMs === null) return undefined;
    const timer = setTimeout(() => call(of), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, of]);
}

/** Calls `then` once a value is known, and again with each other value. @param value null while it is not known */
export function useWhen<Value>(value: Value | null, then: (value: Value) => void): void {
  const call = useEffectEvent(then);
  useEffect(() => {
    if (value !== null) call(value);
  }, [value]);
}
