import { useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/session.ts';
import { hasGrant, subscribeToGrant } from './analytics-grant.ts';

/** Who may edit on this page. The database decides what is allowed; this is what to show. */
export interface AnalyticsAccess {
  /** Admin mode: an admin's own session, or a client's that was unlocked. */
  mayEdit: boolean;
  /** An admin's own session, which picks a site. */
  isAdmin: boolean;
}

export function useAnalyticsAccess(): AnalyticsAccess {
  const isAdmin = useSession()?.role === 'admin';
  const unlocked = useSyncExternalStore(subscribeToGrant, hasGrant);
  return { mayEdit: isAdmin || unlocked, isAdmin };
}
