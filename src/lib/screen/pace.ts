import { startTransition, useDeferredValue, useEffect, useRef, useState, type RefObject } from 'react';
import { useLater } from './timing.ts';

// Hooks that delay or repeat rendering. `timing.ts` is a file of its own because it is part of the first load, and these are not.

/** The current time, which is updated every `stepMs`. */
export function useNow(stepMs: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}

/** The value as it was when it last stayed the same for `delayMs`. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  useLater(delayMs, () => setDebounced(value), value);
  return debounced;
}

interface Growth {
  /** How many items to render at first. */
  first: number;
  /** How many items to add each time the browser is idle. */
  more: number;
  /** Identifies the list: when it changes, the count starts again at `first`. */
  of?: string;
}

/** How many of `total` items to render: a long list renders its first items at once, and more while the browser is idle. */
export function useIdleGrowth(total: number, { first, more, of = '' }: Growth): number {
  const [growth, setGrowth] = useState({ of, count: first });
  const count = growth.of === of ? growth.count : first;
  useLater(count < total ? 0 : null, () => startTransition(() => setGrowth({ of, count: count + more })), growth);
  return count;
}

interface Arriving<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  errorUpdateCount: number;
  refetch: () => unknown;
}

/** A query whose first data is rendered in a transition, because one long task would block a phone. Later changes are rendered at once. */
export function useDeferredArrival<Data>(query: Arriving<Data>): Arriving<Data> {
  const { data, isError, isFetching, errorUpdateCount, refetch } = query;
  const hasRenderedData = useDeferredValue(data !== undefined && data !== null);
  const isDeferred = !hasRenderedData && data !== undefined && data !== null;
  // deferred data has arrived, so earlier failures no longer count
  const failures = isDeferred ? 0 : errorUpdateCount;
  return {
    data: isDeferred ? undefined : data,
    isError,
    isFetching: isFetching || isDeferred,
    errorUpdateCount: failures,
    refetch,
  };
}

/** A ref that tells whether the component has unmounted. A result that arrives later must then be announced elsewhere. */
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
