import { useEffect, useEffectEvent, useRef } from 'react';
import { connection } from '../connection.ts';

/**
 * Does again what the service did not answer (`decisions §12`): when it is back, or after a pause that grows with each time where it
 * answers others. It ends with the component.
 * @param failure the error of the last attempt, another object for each attempt, as one may fail before the page has shown it; null
 * when nothing waits
 */
export function useReconnect(failure: Error | null, retry: () => void): void {
  const attempts = useRef(0);
  const repeat = useEffectEvent(() => {
    attempts.current += 1;
    retry();
  });
  useEffect(() => {
    if (!failure) return undefined;
    const controller = new AbortController();
    void connection
      .waitBeforeRetry(controller.signal, attempts.current)
      .then(() => controller.signal.aborted || repeat());
    return () => controller.abort();
  }, [failure]);
}
