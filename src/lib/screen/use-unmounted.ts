import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component has unmounted: results that arrive later must be announced elsewhere. */
export function useUnmounted(): RefObject<boolean> {
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);
  return unmounted;
}
