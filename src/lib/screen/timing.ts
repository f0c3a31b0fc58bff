import { useEffect, useEffectEvent, useState, startTransition, useDeferredValue, useRef, type RefObject } from 'react';

/**
 * Calls `then` once `delayMs` have passed; another delay, or another `of`, starts over.
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

/** The time, rendered again every `stepMs`. */
export function useNow(stepMs: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}

export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  useLater(delayMs, () => setDebounced(value), value);
  return debounced;
}

interface Growth {
  first: number;
  /** How many to add each time the browser is idle. */
  more: number;
  /** Another value starts over. */
  of?: string;
}

/** How many of `total` items to render: a long list shows its beginning first and grows while the browser is idle. */
export function useIdleGrowth(total: number, { first, more, of = '' }: Growth): number {
  const [grown, setGrown] = useState({ of, count: first });
  const count = grown.of === of ? grown.count : first;
  useLater(count < total ? 0 : null, () => startTransition(() => setGrown({ of, count: count + more })), grown);
  return count;
}

interface Arriving<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A query whose data is rendered in a transition when it arrives, as one long task would block a phone. Later changes show at once. */
export function useDeferredArrival<Data>({ data, isError, isFetching, refetch }: Arriving<Data>): Arriving<Data> {
  const arrived = useDeferredValue(data !== undefined && data !== null);
  const isHeld = !arrived && data !== undefined && data !== null;
  return { data: isHeld ? undefined : data, isError, isFetching: isFetching || isHeld, refetch };
}

/** Calls `then` once a value is known, and again with each other value. @param value null while it is not known */
export function useWhen<Value>(value: Value | null, then: (value: Value) => void): void {
  const call = useEffectEvent(then);
  useEffect(() => {
    if (value !== null) call(value);
  }, [value]);
}

/** Whether the component has unmounted: results that arrive later must be announced elsewhere. */
export function useUnmounted(): RefObject<boolean> {
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);
  return unmounted;
}
