import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/** Calls `then` once a value is known, and again with each other one. @param value null while it is not known */
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
