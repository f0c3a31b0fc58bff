import { useSyncExternalStore } from 'react';

/** What the server gives for a valid key. `site` is the site record's name; `expiresAt` is ISO 8601. */
export interface Session {
  token: string;
  role: 'admin' | 'user';
  site: string | null;
  expiresAt: string;
}

export type EndReason = 'logout' | 'expired';

const storageKey = 'portal.session';
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('portal.session');

let current: Session | null = readStored();
let endReason: EndReason | null = null;

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const s = value as Partial<Record<keyof Session, unknown>>;
  return (
    typeof s.token === 'string' &&
    s.token !== '' &&
    (s.role === 'admin' || s.role === 'user') &&
    (s.site === null || typeof s.site === 'string') &&
    typeof s.expiresAt === 'string'
  );
}

// sessionStorage throws where site data is blocked: the session then lives in memory only
function readStored(): Session | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return isSession(value) ? value : null;
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
  current = session;
  endReason = reason;
  store(session);
  for (const listener of listeners) listener();
}

/** The session of this tab, or null (`spec §3`, session token). */
export function getSession(): Session | null {
  return current;
}

/** Keeps a new session in memory and for a reload of this tab. */
export function setSession(session: Session): void {
  change(session, null);
}

/** Forgets the session here and in every tab that holds the same one. Does not tell the server. */
export function endSession(reason: EndReason): void {
  if (!current) return;
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target, it never leaves the origin
  channel?.postMessage({ token: current.token, reason });
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
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session as React state. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, getSession);
}

channel?.addEventListener('message', (event: MessageEvent<{ token: string; reason: EndReason }>) => {
  if (current && event.data.token === current.token) change(null, event.data.reason);
});

// A page woken from the back-forward cache slept through what other pages of this tab did
globalThis.addEventListener('pageshow', (event) => {
  if (event.persisted && current && !readStored()) change(null, 'logout');
});
