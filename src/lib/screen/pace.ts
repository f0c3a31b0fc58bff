import { startTransition, useDeferredValue, useEffect, useRef, useState, type RefObject } from 'react';
import { useLater } from './timing.ts';

// Apart from `timing.ts`, which is part of the first load: nothing here is needed before the login.

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
  errorUpdateCount: number;
  refetch: () => unknown;
}

/** A query whose data is rendered in a transition when it arrives, as one long task would block a phone. Later changes show at once. */
export function useDeferredArrival<Data>(query: Arriving<Data>): Arriving<Data> {
  const { data, isError, isFetching, errorUpdateCount, refetch } = query;
  const arrived = useDeferredValue(data !== undefined && data !== null);
  const isDeferred = !arrived && data !== undefined && data !== null;
  // data that is deferred has arrived, so earlier failures no longer count
  const failures = isDeferred ? 0 : errorUpdateCount;
  return {
    data: isDeferred ? undefined : data,
    isError,
    isFetching: isFetching || isDeferred,
    errorUpdateCount: failures,
    refetch,
  };
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
