import { useUnmounted } from '../screen/pace.ts';
import { getSession } from './session.ts';

/**
 * Call what it returns at a press that takes time; the answer tells later whether its result is still wanted: the screen
 * is open and the session the same, as what belongs to one access key is not handed on under another.
 */
export function useStillHere(): () => () => boolean {
  const unmounted = useUnmounted();
  return () => {
    const token = getSession()?.token;
    return () => !unmounted.current && getSession()?.token === token;
  };
}
