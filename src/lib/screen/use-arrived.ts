import { useDeferredValue } from 'react';

/**
 * Renders a server's answer in a transition instead of one long task, which would block a phone. A value that is there
 * from the start, or changes later, is returned at once.
 */
export function useArrived<Value extends object>(value: Value | undefined): Value | undefined {
  const arrived = useDeferredValue(value !== undefined);
  return arrived ? value : undefined;
}
