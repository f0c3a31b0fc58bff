import { useEffect, useEffectEvent, useRef } from 'react';
import { connection } from '../connection.ts';

/**
 * Does again what the service did not answer (`decisions §12`): when it is back, or after a pause that grows with each time where it
 * answers others. It ends with the component.
 * @param isStalled whether the last attempt had no answer; another attempt sets it to false until that fails too
 */
export function useReconnect(isStalled: boolean, again: () => void): void {
  const attempts = useRef(0);
  const repeat = useEffectEvent(() => {
    attempts.current += 1;
    again();
  });
  useEffect(() => {
    if (!isStalled) return undefined;
    const left = new AbortController();
    void connection.waitBeforeRetry(left.signal, attempts.current).then(() => left.signal.aborted || repeat());
    return () => left.abort();
  }, [isStalled]);
}
