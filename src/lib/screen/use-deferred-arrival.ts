import { useDeferredValue } from 'react';

/** Renders data that arrived in a transition, as one long task would block a phone. Later changes show at once. */
export function useDeferredArrival<Value extends object>(value: Value | undefined): Value | undefined {
  const arrived = useDeferredValue(value !== undefined);
  return arrived ? value : undefined;
}
