import { useEffect, useEffectEvent } from 'react';

/** Calls `then` once a value is known, and again with each other one. @param value null while it is not known */
export function useWhen<Value>(value: Value | null, then: (value: Value) => void): void {
  const call = useEffectEvent(then);
  useEffect(() => {
    if (value !== null) call(value);
  }, [value]);
}
