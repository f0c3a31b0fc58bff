import { useUnmounted } from '../screen/pace.ts';
import { getSession } from './session.ts';

/**
 * For a press that takes time. Call the returned function at the press; its own result tells later whether the screen is still
 * open and the session the same. What belongs to one access key is not shown or passed on under another.
 */
export function useStillHere(): () => () => boolean {
  const unmounted = useUnmounted();
  return () => {
    const token = getSession()?.token;
    return () => !unmounted.current && getSession()?.token === token;
  };
}
