import { useEffect } from 'react';
import type { Session } from '../lib/session.ts';
import { routes } from './routes.tsx';

/** Fetches the other screens of this role while nothing else is going on, so that a poor signal hurts less later. */
export function usePrefetch(role: Session['role']): void {
  useEffect(() => {
    const fetchAll = () => {
      for (const { audience, screen } of routes) {
        if (audience === 'everyone' || audience === role) screen().catch(() => undefined);
      }
    };
    // Safari has no idle callback
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchAll, 1_000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(fetchAll);
    return () => cancelIdleCallback(idle);
  }, [role]);
}
