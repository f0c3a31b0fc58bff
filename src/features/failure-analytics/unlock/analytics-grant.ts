import * as v from 'valibot';
import { getSession, onSessionChange, useSession, type Session } from '../../../lib/device/session.ts';
import { tabStorage } from '../../../lib/device/web-storage.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { hasRight } from '../../../records/access-key/role.ts';

/** The permission to change failure counts until a time. It contains neither a key nor a session token. */
interface Grant {
  /** The expiry of the session that has the grant, by which the sessions of this tab are told apart. */
  session: string;
  /** The end of the grant, as an ISO 8601 time. */
  until: string;
}

const storageKey = 'portal.analytics-grant';
const grantSchema = v.object({ session: v.string(), until: v.string() });
const current = createStore<Grant | null>(readGrant());

// the server answers with a grant only once, so the tab stores it: otherwise a reload would lock the counts
function readGrant(): Grant | null {
  const { success, output: grant } = v.safeParse(grantSchema, tabStorage.read(storageKey));
  return success && Date.parse(grant.until) > Date.now() ? grant : null;
}

// the next person who logs in in this tab must not have the grant
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

/** Whether a grant belongs to a session. It stays true after the grant has expired, because admin mode cannot be left. */
function isGrantOf(session: Session | null, grant: Grant | null): boolean {
  return grant !== null && grant.session === session?.expiresAt;
}

/**
 * What the screen offers; the database decides what is allowed. `ownsCounts`: the role may change the counts. `mayEdit`: the screen is in admin
 * mode, because the role may change the counts or the session was unlocked.
 */
export function useAnalyticsAccess() {
  const session = useSession();
  const unlocked = isGrantOf(session, useStore(current));
  const ownsCounts = hasRight(session?.role, 'changeRecords');
  return { mayEdit: ownsCounts || unlocked, ownsCounts };
}
