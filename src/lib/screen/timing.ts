import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `then` after `delayMs`. When the delay or the value of `of` changes, the wait starts again.
 * @param delayMs null for no call
 */
export function useLater<Of>(delayMs: number | null, then: (of?: Of) => void, of?: Of): void {
  const call = useEffectEvent(then);
  useEffect(() => {
    if (delayMs === null) return undefined;
    const timer = setTimeout(() => call(of), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, of]);
}

/** Calls `then` when a value is there, and again whenever it changes. @param value null for no call */
export function useWhen<Value>(value: Value | null, then: (value: Value) => void): void {
  const call = useEffectEvent(then);
  useEffect(() => {
    if (value !== null) call(value);
  }, [value]);
}
