import { confirmedPath, copyOwners, evictUnused, hasCopies, removeCopies } from './copies.ts';
import { ifPossible, keepStored, readStored, removeStored } from './database.ts';
import { forgetUrl } from './last-url.ts';
import { getSession, isConfirmed, keptSession, onSessionChange, peekEndReason, type Session } from './session.ts';

// How long a session may read its key's copies, and when they go. Whoever can change what the browser stores can read the
// copies beside it, so a stored session needs no proof.

/** When the server ends an idle session (ms): a kept one after seven days (`decisions §10`). */
const idleLimitMs = (kept: boolean) => (kept ? 7 * 24 : 1) * 3_600_000;

/** In milliseconds since 1970: when the server last confirmed a session of the key, and when it ends if unused. */
interface Confirmed {
  seen: number;
  until: number;
}

/** Records that the server has just confirmed a session. */
export async function rememberSession(session: Session): Promise<void> {
  const owner = copyOwner(session);
  // the session may have ended meanwhile
  if (owner === null || getSession()?.token !== session.token) return;
  const seen = Date.now();
  const until = Math.min(Date.parse(session.expiresAt), seen + idleLimitMs(session.kept));
  await ifPossible(async () => keepStored(confirmedPath(owner), { seen, until } satisfies Confirmed));
}

/** Whether a stored session may show its key's copies while the server is unreachable. */
export async function mayReadCopies(session: Session): Promise<boolean> {
  const owner = copyOwner(session);
  const now = Date.now();
  if (owner === null || Date.parse(session.expiresAt) <= now) return false;
  const confirmed = await ifPossible(async () => readStored<Confirmed>(confirmedPath(owner)));
  // a clock that was set back does not extend a session
  return !!confirmed && confirmed.seen <= now && now < confirmed.until && hasCopies(owner);
}

/** Deletes old copies, whoever is logged in; of other keys also those of sites that are kept for offline. */
export async function expireCopies(): Promise<void> {
  for (const owner of await copyOwners())
    // oxlint-disable-next-line no-await-in-loop -- usually there is at most one
    await ifPossible(async () => evictUnused(owner, owner === sessionOwner()));
}

/** Removes what other keys left on this device, at a login (`decisions §8`). */
function forgetOthers(session: Session): void {
  // after an expiry the same key continues where it was; nobody else may learn where that was
  const kept = keptSession()?.keyId;
  forgetUrl((keyId) => keyId !== session.keyId && keyId !== kept);
  void copyOwners().then((owners) => {
    owners.delete(copyOwner(session) ?? '');
    for (const other of owners) void removeCopies(other);
  });
}

let last = getSession();
// the login may have been quicker than this code
if (last && isConfirmed()) forgetOthers(last);

// a logout deletes the rest of its key; after an expiry it stays for that key's next login
onSessionChange(() => {
  const session = getSession();
  const before = last;
  last = session;
  if (session) {
    // a stored session is not confirmed yet, and a session with new details has the same token
    if (session.token !== before?.token && isConfirmed()) forgetOthers(session);
    return;
  }
  const why = peekEndReason();
  const owner = copyOwner(before);
  if (why === 'logout') forgetUrl((keyId) => keyId === before?.keyId);
  if (owner === null) return;
  if (why === 'logout') void removeCopies(owner);
  else if (why === 'expired') void ifPossible(async () => removeStored([confirmedPath(owner)]));
});

/**
 * Whose copies a session keeps on this device, such as `7.user`. Null for an admin's key, which sees every site: nothing of
 * it stays on a device.
 */
export function copyOwner(session: Session | null): string | null {
  if (!session || session.keyId === null || session.role === 'admin') return null;
  return `${session.keyId}.${session.role}`;
}

export function sessionOwner(): string | null {
  return copyOwner(getSession());
}
