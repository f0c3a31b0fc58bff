import * as v from 'valibot';
import { getSession, onSessionChange, useSession, type Session } from '../../../lib/device/session.ts';
import { tabStorage } from '../../../lib/device/web-storage.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { hasRight } from '../../../records/access-key/role.ts';

/** How long this session may change its failure counts. Contains neither key nor session token. */
interface Grant {
  /** The session's expiry, which distinguishes the sessions of this tab. */
  session: string;
  /** ISO 8601. */
  until: string;
}

const storageKey = 'portal.analytics-grant';
const grantSchema = v.object({ session: v.string(), until: v.string() });
const current = createStore<Grant | null>(readGrant());

// the server does not repeat a grant, so the tab stores it: otherwise a reload would lock the counts
function readGrant(): Grant | null {
  const { success, output: grant } = v.safeParse(grantSchema, tabStorage.read(storageKey));
  return success && Date.parse(grant.until) > Date.now() ? grant : null;
}

// whoever logs in next in this tab is somebody else
onSessionChange(() => {
  if (!getSession()) current.set(null);
});

/** Stores the session's grant for this tab. @param until ISO 8601. */
export function storeGrant(until: string): void {
  const session = getSession();
  if (!session) return;
  const grant = { session: session.expiresAt, until };
  current.set(grant);
  tabStorage.set(storageKey, JSON.stringify(grant));
}

/** Whether a grant is of this session. Stays true after the grant has expired, as admin mode cannot be left. */
function isGrantOf(session: Session | null, grant: Grant | null): boolean {
  return grant !== null && grant.session === session?.expiresAt;
}

/**
 * What to show of the analytics; what is allowed is up to the database. `mayEdit`: admin mode, of an admin's session or a
 * client's unlocked one.
 */
export function useAnalyticsAccess() {
  const session = useSession();
  const unlocked = isGrantOf(session, useStore(current));
  const ownsCounts = hasRight(session?.role, 'changeRecords');
  return { mayEdit: ownsCounts || unlocked, ownsCounts };
}
