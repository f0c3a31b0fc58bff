import { useEffect, useEffectEvent, useRef } from 'react';
import { connection } from '../connection.ts';

/**
 * Does again what the service did not answer (`decisions §12`): when it is back, or after a pause that grows with each time where it
 * answers others. It ends with the component.
 * @param failure the error of the last attempt, another object for each attempt, as one may fail before the page has shown it; null
 * when nothing waits
 */
export function useReconnect(failure: Error | null, again: () => void): void {
  const attempts = useRef(0);
  const repeat = useEffectEvent(() => {
    attempts.current += 1;
    again();
  });
  useEffect(() => {
    if (!failure) return undefined;
    const left = new AbortController();
    void connection.waitBeforeRetry(left.signal, attempts.current).then(() => left.signal.aborted || repeat());
    return () => left.abort();
  }, [failure]);
}
