import { getSession, subscribe } from '../../../lib/session.ts';

/** Until when this session may change its failure counts. Neither the key nor the session is in it. */
interface Grant {
  /** The end of the session that it belongs to, which tells one session of this tab from another. */
  session: string;
  /** ISO 8601. */
  until: string;
}

const storageKey = 'portal.analytics-grant';
const listeners = new Set<() => void>();
let grant: Grant | null = readStored();

function isGrant(value: unknown): value is Grant {
  if (typeof value !== 'object' || value === null) return false;
  const { session, until }: Partial<Record<keyof Grant, unknown>> = value;
  return typeof session === 'string' && typeof until === 'string';
}

// the server does not tell of a grant again: without this a reload would lock what is still open
function readStored(): Grant | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return isGrant(value) && Date.parse(value.until) > Date.now() ? value : null;
  } catch {
    return null;
  }
}

/** Notes that the server opened the counts for the session of this tab until then (ISO 8601). */
export function keepGrant(until: string): void {
  const session = getSession();
  if (!session) return;
  grant = { session: session.expiresAt, until };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(grant));
  } catch {
    // site data is blocked: it lives until the next reload
  }
  for (const listener of listeners) listener();
}

/** Whether admin mode was entered in this session. There is no way back, even when the server's grant has ended. */
export function hasGrant(): boolean {
  return grant !== null && grant.session === getSession()?.expiresAt;
}

// who logs in next in this tab is somebody else
subscribe(() => {
  if (getSession()) return;
  grant = null;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // blocked: nothing was kept
  }
});

/** Calls `listener` after every change; the answer unsubscribes. */
export function subscribeToGrant(listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribe = subscribe(listener);
  return () => {
    listeners.delete(listener);
    unsubscribe();
  };
}
