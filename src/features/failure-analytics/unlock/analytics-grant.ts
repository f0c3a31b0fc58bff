import * as v from 'valibot';
import { getSession, onSessionChange, useSession, type Session } from '../../../lib/session.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { hasRight } from '../../../records/access-key/role.ts';

/** Until when this session may change its failure counts. Neither the key nor the session is in it. */
interface Grant {
  /** The end of the session that it belongs to, which tells one session of this tab from another. */
  session: string;
  /** ISO 8601. */
  until: string;
}

const storageKey = 'portal.analytics-grant';
const grantSchema = v.object({ session: v.string(), until: v.string() });
const current = createStore<Grant | null>(readGrant());

// the server does not repeat a grant: without this a reload would lock what is still open
function readGrant(): Grant | null {
  try {
    const grant = v.parse(grantSchema, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    return Date.parse(grant.until) > Date.now() ? grant : null;
  } catch {
    return null;
  }
}

// whoever logs in next in this tab is somebody else; what it stores goes with the session
onSessionChange(() => {
  if (!getSession()) current.set(null);
});

/** Notes that the server opened the counts for the session of this tab until then (ISO 8601). */
export function keepGrant(until: string): void {
  const session = getSession();
  if (!session) return;
  const grant = { session: session.expiresAt, until };
  current.set(grant);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(grant));
  } catch {
    // site data is blocked: it lives until the next reload
  }
}

function isGrantOf(session: Session | null, grant: Grant | null): boolean {
  return grant !== null && grant.session === session?.expiresAt;
}

/** Whether admin mode was entered in this session. There is no way back, even when the server's grant has ended. */
export function hasGrant(): boolean {
  return isGrantOf(getSession(), current.get());
}

/** Who may edit on this page. The database decides what is allowed; this is what to show. */
export interface AnalyticsAccess {
  /** Admin mode: an admin's own session, or a client's that was unlocked. */
  mayEdit: boolean;
  ownsCounts: boolean;
}

export function useAnalyticsAccess(): AnalyticsAccess {
  const session = useSession();
  const unlocked = isGrantOf(session, useStore(current));
  const ownsCounts = hasRight(session?.role, 'changeRecords');
  return { mayEdit: ownsCounts || unlocked, ownsCounts };
}
