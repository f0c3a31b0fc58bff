import { createStore, useStore } from './store.ts';

/** `site` is the site's name; `expiresAt` is ISO 8601. */
export interface Session {
  token: string;
  role: 'admin' | 'technician' | 'user';
  site: string | null;
  /** Of the access record; null in a session from an earlier release. */
  keyId: number | null;
  expiresAt: string;
}

export type EndReason = 'logout' | 'expired';

const storageKey = 'portal.session';
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('portal.session');

const current = createStore<Session | null>(readStoredSession());
let endReason: EndReason | null = null;

/** By hand: a validation library would be part of the first load. */
export function readSession(value: unknown): Session | null {
  if (typeof value !== 'object' || value === null) return null;
  const { token, role, site, keyId, expiresAt }: Partial<Record<keyof Session, unknown>> = { ...value };
  if (typeof token !== 'string' || token === '') return null;
  if (role !== 'admin' && role !== 'technician' && role !== 'user') return null;
  if (site !== null && typeof site !== 'string') return null;
  if (typeof expiresAt !== 'string') return null;
  return { token, role, site, keyId: typeof keyId === 'number' ? keyId : null, expiresAt };
}

// sessionStorage throws where site data is blocked: the session is then in memory only
function readStoredSession(): Session | null {
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

/** The session of this tab (`spec §3`). */
export const getSession = current.get;

export function setSession(session: Session): void {
  change(session, null);
}

/** In every tab that holds the same session. Does not tell the server. */
export function endSession(reason: EndReason): void {
  const session = current.get();
  if (!session) return;
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target, it never leaves the origin
  channel?.postMessage({ token: session.token, reason });
  change(null, reason);
}

/** A second call returns null. */
export function takeEndReason(): EndReason | null {
  const reason = endReason;
  endReason = null;
  return reason;
}

export function peekEndReason(): EndReason | null {
  return endReason;
}

export const subscribe = current.subscribe;

export function useSession(): Session | null {
  return useStore(current);
}

channel?.addEventListener('message', (event: MessageEvent<{ token: string; reason: EndReason }>) => {
  if (event.data.token === current.get()?.token) change(null, event.data.reason);
});

// a page restored from the back-forward cache missed what other pages of this tab did
globalThis.addEventListener('pageshow', (event) => {
  if (event.persisted && current.get() && !readStoredSession()) change(null, 'logout');
});
