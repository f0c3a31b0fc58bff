import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component has unmounted: results that arrive later must be announced elsewhere. */
export function useLeft(): RefObject<boolean> {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return left;
}
