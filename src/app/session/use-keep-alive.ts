import { useEffect } from 'react';
import { connection } from '../../lib/connection.ts';
import { rememberSession } from '../../lib/device/session-copies.ts';
import { getSession, isConfirmed } from '../../lib/device/session.ts';

/** How often (ms) a session in use is renewed: the server ends it after an idle hour, a persistent session after an idle week. */
export const keepAliveMs = 5 * 60_000;

const activityEvents = ['pointerdown', 'keydown', 'scroll'] as const;

/**
 * Renews the session while somebody uses the page, and when the tab becomes visible again. The answer also tells whether the session
 * has expired; other errors are ignored.
 */
export function useKeepAlive(): void {
  useEffect(() => {
    let wasUsed = false;
    const noteUse = () => {
      wasUsed = true;
    };
    const renewSession = async () => {
      wasUsed = false;
      const session = getSession();
      // `connection.ask` calls `whoami` with the session, and the server renews it with each such call
      if ((await connection.ask()) && session && isConfirmed()) void rememberSession(session);
    };
    const onTick = () => {
      if (wasUsed && document.visibilityState === 'visible') void renewSession();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') void renewSession();
    };
    const timer = setInterval(onTick, keepAliveMs);
    document.addEventListener('visibilitychange', onVisible);
    for (const kind of activityEvents) window.addEventListener(kind, noteUse, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      for (const kind of activityEvents) window.removeEventListener(kind, noteUse);
    };
  }, []);
}
