import { createStore, useStore } from './store.ts';

/** What the server gives for a valid key. `site` is the site record's name; `expiresAt` is ISO 8601. */
export interface Session {
  token: string;
  role: 'admin' | 'user';
  site: string | null;
  /** Number of the access record that was logged in with; null in a session of before the server named it. */
  keyId: number | null;
  expiresAt: string;
}

export type EndReason = 'logout' | 'expired';

const storageKey = 'portal.session';
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('portal.session');

const current = createStore<Session | null>(readStored());
let endReason: EndReason | null = null;

/** Reads a session by hand: a validation library would be part of the first load. Null when it is none. */
export function readSession(value: unknown): Session | null {
  if (typeof value !== 'object' || value === null) return null;
  const { token, role, site, keyId, expiresAt }: Partial<Record<keyof Session, unknown>> = { ...value };
  if (typeof token !== 'string' || token === '') return null;
  if (role !== 'admin' && role !== 'user') return null;
  if (site !== null && typeof site !== 'string') return null;
  if (typeof expiresAt !== 'string') return null;
  return { token, role, site, keyId: typeof keyId === 'number' ? keyId : null, expiresAt };
}

// sessionStorage throws where site data is blocked: the session then lives in memory only
function readStored(): Session | null {
  try {
    return readSession(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}

function store(session: Session | null): void {
  try {
    if (session) sessionStorage.setItem(storageKey, JSON.stringify(session));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // in memory only, see above
  }
}

function change(session: Session | null, reason: EndReason | null): void {
  endReason = reason;
  store(session);
  current.set(session);
}

/** The session of this tab, or null (`spec §3`, session token). */
export const getSession = current.get;

/** Keeps a new session in memory and for a reload of this tab. */
export function setSession(session: Session): void {
  change(session, null);
}

/** Forgets the session here and in every tab that holds the same one. Does not tell the server. */
export function endSession(reason: EndReason): void {
  const session = current.get();
  if (!session) return;
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target, it never leaves the origin
  channel?.postMessage({ token: session.token, reason });
  change(null, reason);
}

/** Why the last session ended, once: a second call answers null. */
export function takeEndReason(): EndReason | null {
  const reason = endReason;
  endReason = null;
  return reason;
}

/** Why the last session ended, as long as nobody took it. */
export function peekEndReason(): EndReason | null {
  return endReason;
}

/** Calls `listener` after every change; the answer unsubscribes. */
export const subscribe = current.subscribe;

/** The session as React state. */
export function useSession(): Session | null {
  return useStore(current);
}

channel?.addEventListener('message', (event: MessageEvent<{ token: string; reason: EndReason }>) => {
  if (event.data.token === current.get()?.token) change(null, event.data.reason);
});

// A page woken from the back-forward cache slept through what other pages of this tab did
globalThis.addEventListener('pageshow', (event) => {
  if (event.persisted && current.get() && !readStored()) change(null, 'logout');
});
