import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component has gone: for answers that come later, which must then be told elsewhere. */
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
