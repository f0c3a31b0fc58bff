import { useDeferredValue } from 'react';

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
