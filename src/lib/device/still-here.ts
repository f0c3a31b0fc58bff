import { useUnmounted } from '../screen/pace.ts';
import { getSession } from './session.ts';

/**
 * For a press whose work takes time. Call the returned function when the button is pressed. It returns a second function, which tells
 * later whether the screen is still open under the same session: a result of one access key must not be shown under another.
 */
export function useStillHere(): () => () => boolean {
  const unmounted = useUnmounted();
  return () => {
    const token = getSession()?.token;
    return () => !unmounted.current && getSession()?.token === token;
  };
}
