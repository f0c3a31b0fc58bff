import { del, get, keys, set } from 'idb-keyval';
import { forgetUrl } from '../last-url.ts';
import { getSession, keptSession, peekEndReason, onSessionChange, type Session } from '../session.ts';
import { copyOwners, ifPossible, removeCopies, savedValues } from './saved-store.ts';
import { hasCopies } from './saved-results.ts';
import { evictUnused } from './saved-space.ts';
import { copyOwner, sessionOwner } from './saved-owner.ts';

// Which sessions may read copies before the server has answered: only those it has confirmed before, with exactly the
// stored content. A session forged in the browser's storage reads nothing.

/** In milliseconds since 1970: when the server last confirmed it, and when it ends if unused. */
interface KnownSession {
  seen: number;
  until: number;
  kept: boolean;
}

/** When the server ends an idle session (ms): a kept one after seven days (`decisions §10`). */
const idleLimitMs = (kept: boolean) => (kept ? 7 * 24 : 1) * 3_600_000;

/** A clock that was set back does not extend a session. */
function isOpen({ seen, until }: KnownSession): boolean {
  const now = Date.now();
  return seen <= now && now < until;
}

const folder = '/session/';

async function savedSessionName(owner: string, token: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  return owner + folder + Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Records that the server has just confirmed a session. Deletes the copies of other keys without a live session on this
 * device: nothing is left on a shared computer for the next person, and somebody who works with two keys keeps both.
 */
export async function rememberSession(session: Session): Promise<void> {
  const owner = copyOwner(session);
  // after an expiry the same key continues where it was; nobody else may learn where that was
  const kept = keptSession()?.keyId;
  forgetUrl((keyId) => keyId !== session.keyId && keyId !== kept);
  await ifPossible(async () => {
    const name = owner === null ? null : await savedSessionName(owner, session.token);
    // it has ended meanwhile
    if (getSession()?.token !== session.token) return;
    const seen = Date.now();
    const until = Math.min(Date.parse(session.expiresAt), seen + idleLimitMs(session.kept));
    const known: KnownSession = { seen, until, kept: session.kept };
    if (name !== null) await set(name, known, savedValues);
    // in this order, so that a key that logs in meanwhile in another tab is not deleted
    const owners = await copyOwners();
    const active = await activeOwners();
    for (const other of owners) {
      // oxlint-disable-next-line no-await-in-loop -- usually there is at most one
      if (other !== owner && !active.has(other)) await removeCopies(other);
    }
  });
}

/** Forgets ended sessions. Of the kept ones only the latest counts, as a device keeps one. */
async function activeOwners(): Promise<Set<string>> {
  const session = keptSession();
  const owner = copyOwner(session);
  const onDevice = session && owner !== null ? await savedSessionName(owner, session.token) : null;
  const names = (await keys<string>(savedValues)).filter((name) => name.includes(folder));
  const active = new Set<string>();
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- few
    const known = await get<KnownSession>(name, savedValues);
    if (known && isOpen(known) && (!known.kept || name === onDevice)) active.add(name.slice(0, name.indexOf('/')));
    // oxlint-disable-next-line no-await-in-loop -- few
    else await del(name, savedValues);
  }
  return active;
}

/** Copies expire whoever is logged in; without a session, even those of sites kept for offline. */
export async function expireCopies(): Promise<void> {
  await ifPossible(async () => {
    const active = await activeOwners();
    for (const owner of await copyOwners())
      // oxlint-disable-next-line no-await-in-loop -- usually there is at most one
      await evictUnused(owner, active.has(owner) || owner === sessionOwner());
  });
}

/** Whether a stored session may show its key's copies while the server is unreachable. */
export async function mayReadCopies(session: Session): Promise<boolean> {
  const owner = copyOwner(session);
  if (owner === null || Date.parse(session.expiresAt) <= Date.now()) return false;
  const allowed = await ifPossible(async () => {
    const known = await get<KnownSession>(await savedSessionName(owner, session.token), savedValues);
    return known !== undefined && isOpen(known) && hasCopies(owner);
  });
  return allowed ?? false;
}

let last = getSession();

// a logout deletes the rest of its key; after an expiry it stays for that key's next login
onSessionChange(() => {
  const session = getSession();
  const ended = last;
  last = session;
  if (session || !ended) return;
  const why = peekEndReason();
  const owner = copyOwner(ended);
  if (why === 'logout') forgetUrl((keyId) => keyId === ended.keyId);
  if (owner === null) return;
  if (why === 'logout') void removeCopies(owner);
  else if (why === 'expired') void ifPossible(async () => del(await savedSessionName(owner, ended.token), savedValues));
});
