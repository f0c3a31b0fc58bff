import { useEffect, useEffectEvent } from 'react';

/** Calls `leave` when the page is hidden or the component unmounts. */
export function useOnLeave(leave: () => void): void {
  const call = useEffectEvent(leave);
  useEffect(() => {
    const onHide = () => call();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      call();
    };
  }, []);
}
