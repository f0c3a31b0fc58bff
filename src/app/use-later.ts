import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { whenIdle } from '../lib/screen/when-idle.ts';
import type { Load } from './Fetched.tsx';

/** Milliseconds until what did not come is fetched again: no event tells of every return of a network. */
export const fetchAgainAfter = 30_000;

/**
 * What the first paint can do without: fetched when nothing else is going on, and again until it comes.
 * @param onError called each time that it did not come; true when it never will.
 * @returns the part, null until it is there, and what fetches it at once. `load` and `onError` stay the same ones.
 */
export function useLater<Props>(
  load: Load<Props>,
  onError: () => boolean | Promise<boolean>,
): [Part: ComponentType<Props> | null, fetchNow: () => void] {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [misses, setMisses] = useState(0);
  const isAsked = useRef(false);
  const fetchNow = useCallback(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    load().then(
      (part) => setPart(() => part),
      async (error: unknown) => {
        console.error(error);
        const isGone = await onError();
        isAsked.current = false;
        if (!isGone) setMisses((before) => before + 1);
      },
    );
  }, [load, onError]);
  useEffect(() => {
    if (Part) return undefined;
    const timer = misses > 0 ? setTimeout(fetchNow, fetchAgainAfter) : undefined;
    const callOff = misses > 0 ? undefined : whenIdle(fetchNow);
    addEventListener('online', fetchNow);
    return () => {
      callOff?.();
      clearTimeout(timer);
      removeEventListener('online', fetchNow);
    };
  }, [Part, misses, fetchNow]);
  return [Part, fetchNow];
}
