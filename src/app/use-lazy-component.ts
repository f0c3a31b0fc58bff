import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { onlineWithin } from '../lib/connection.ts';
import { whenIdle } from '../lib/screen/when-idle.ts';
import type { LoadComponent } from './LazyScreen.tsx';

/** No event reports every return of a network. */
export const retryDelayMs = 30_000;

/**
 * Loads what the first paint can do without while the page is idle, and retries until it succeeds.
 * @param onError called after each error; true to give up.
 * @returns the part, null until loaded, and a function that loads it at once. Pass stable `load` and `onError`.
 */
export function useLazyComponent<Props>(
  load: LoadComponent<Props>,
  onError: () => boolean | Promise<boolean>,
): [Part: ComponentType<Props> | null, fetchNow: () => void] {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const isAsked = useRef(false);
  const fetchNow = useCallback(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    load().then(
      (part) => setPart(() => part),
      async (error: unknown) => {
        console.error(error);
        const gaveUp = await onError();
        isAsked.current = false;
        if (!gaveUp) setFailedAttempts((before) => before + 1);
      },
    );
  }, [load, onError]);
  useEffect(() => {
    if (Part) return undefined;
    if (failedAttempts === 0) return whenIdle(fetchNow);
    const left = new AbortController();
    void onlineWithin(retryDelayMs, left.signal).then(() => {
      if (!left.signal.aborted) fetchNow();
    });
    return () => left.abort();
  }, [Part, failedAttempts, fetchNow]);
  return [Part, fetchNow];
}
