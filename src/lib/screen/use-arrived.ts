import { useDeferredValue } from 'react';

/**
 * What a screen waited for, as soon as it can be drawn beside other work: an answer of the server is otherwise drawn in one
 * go, which holds a phone up. What is there from the beginning, or changes later, is given at once.
 */
export function useArrived<Value extends object>(value: Value | undefined): Value | undefined {
  const arrived = useDeferredValue(value !== undefined);
  return arrived ? value : undefined;
}
