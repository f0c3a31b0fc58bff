import { useEffect, useEffectEvent, useRef } from 'react';
import { connection } from '../connection.ts';

/**
 * Repeats a call that the service did not answer (`decisions §12`), when the service answers again. If it answers other calls meanwhile,
 * the call is repeated after a pause that grows with each attempt. It stops when the component unmounts.
 * @param failure the error of the last attempt, a new object for each attempt; null when there is nothing to repeat
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
