import { useCallback, useLayoutEffect, useReducer, useRef } from 'react';

/** Finds the element to focus: undefined while it is not on the page yet, null to leave the focus where it is. */
export type FocusTarget = () => HTMLElement | null | undefined;

/** Focuses where a change shows, once it has been rendered: the pressed button may be gone by then. */
export function useFocusAfter(): (target: FocusTarget) => void {
  const goal = useRef<FocusTarget | null>(null);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  // not a plain effect, as an effect of an earlier render may still be pending
  useLayoutEffect(() => {
    const found = goal.current?.();
    if (found === undefined) return;
    goal.current = null;
    found?.focus();
  });
  return useCallback((target: FocusTarget) => {
    goal.current = target;
    renderAgain();
  }, []);
}
