import { useCallback, useEffect, useRef } from 'react';
import { getSession } from './session.ts';

/**
 * Call what it returns at a press that takes time; the answer tells later whether its result is still wanted: the screen
 * is open and the session the same, as what belongs to one access key is not handed on under another.
 */
export function useStillHere(): () => () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => {
    const token = getSession()?.token;
    return () => here.current && getSession()?.token === token;
  }, []);
}
