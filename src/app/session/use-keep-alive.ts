import { useEffect } from 'react';
import { connection } from '../../lib/connection.ts';
import { rememberSession } from '../../lib/device/session-copies.ts';
import { getSession, isConfirmed } from '../../lib/device/session.ts';

/** How often (ms) a session in use is renewed: the server ends it after an idle hour, a persistent one after a week. */
export const keepAliveMs = 5 * 60_000;

const activity = ['pointerdown', 'keydown', 'scroll'] as const;

/**
 * Renews the session while somebody uses the page, and when the tab becomes visible again. Notices an expired
 * session; other errors do not matter here.
 */
export function useKeepAlive(): void {
  useEffect(() => {
    let used = false;
    const note = () => {
      used = true;
    };
    const renewSession = async () => {
      used = false;
      const session = getSession();
      // the question carries the session, and the server renews what is used
      if ((await connection.ask()) && session && isConfirmed()) void rememberSession(session);
    };
    const onTick = () => {
      if (used && document.visibilityState === 'visible') void renewSession();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') void renewSession();
    };
    const timer = setInterval(onTick, keepAliveMs);
    document.addEventListener('visibilitychange', onVisible);
    for (const kind of activity) window.addEventListener(kind, note, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      for (const kind of activity) window.removeEventListener(kind, note);
    };
  }, []);
}
