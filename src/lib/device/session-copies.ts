import { copyStoresAnswer, copyOwners, evictUnused, hasCopies, removeCopies } from './copies.ts';
import { ifPossible, writeStored, readStored, removeFolder, removeStored, readFolder } from './database.ts';
import { inheritCopies } from './inherited-copies.ts';
import { forgetUrl } from './last-url.ts';
import { recentNames, recentPlaces } from './recent-texts.ts';
import { getSession, persistentSession, onSessionChange, peekEndReason, type Session } from './session.ts';

// How long a session may read the copies of its key, and when these are deleted. A stored session is trusted without a proof: whoever
// can forge it in the browser's storage can also read the copies there.

/** How long (ms) a session may be idle before the server ends it: an hour, or seven days for a persistent one (`decisions §10`). */
const idleLimitMs = (isPersistent: boolean) => (isPersistent ? 7 * 24 : 1) * 3_600_000;

/** The note of a confirmed session. Times are in milliseconds since 1970. */
interface ConfirmedNote {
  /** When the server last confirmed it. */
  seen: number;
  /** When it ends if it is not used again. */
  until: number;
}

const notesFolder = 'portal.session/';
const notesOf = ({ keyId, role }: Session) => `${notesFolder}${keyId}.${role}/`;
/** The path of a session's note. The time at which it expires tells it from the other sessions of its key. */
const noteOf = (session: Session) => notesOf(session) + session.expiresAt;
const isOver = ({ token }: Session) => getSession()?.token !== token;

/** The last call of `rememberSession`. Calls run one after the other, because two at once would move the same copies. */
let lastCall: Promise<void> = Promise.resolve();
/**
 * The token of a session that has inherited copies of a replaced key, until `app/use-offline-refresh.ts` has checked that the
 * session's key may see all of them; null when there is nothing to check.
 */
let inheritedBy: string | null = null;

/**
 * Records that the server has just confirmed a session. The first confirmation is the login of its key: what other keys left on this
 * device is then deleted (`decisions §10`). If the page closes before that is done, the next confirmation does it. The copies of the
 * keys that this one replaced become its own.
 */
export async function rememberSession(session: Session): Promise<void> {
  const previousCall = lastCall;
  lastCall = (async () => {
    await previousCall;
    await noteSession(session);
    await inheritFormerCopies(session);
  })();
  return lastCall;
}

/** Whether this session has inherited copies that were not checked yet (`noteInheritedChecked`). Waits until all copies are moved. */
export async function hasInheritedCopies(): Promise<boolean> {
  await lastCall;
  return inheritedBy !== null && inheritedBy === getSession()?.token;
}

/** Records that the session's key may see all copies that it inherited. */
export function noteInheritedChecked(): void {
  inheritedBy = null;
}

async function noteSession(session: Session): Promise<void> {
  if (isOver(session)) return;
  if (!(await ifPossible(async () => readStored(noteOf(session))))) {
    await removeOtherCopies(session);
    // the copies of other keys may still be there: without a note, the next confirmation removes them again
    if (!copyStoresAnswer()) return;
  }
  // the session may have ended meanwhile
  if (isOver(session)) return;
  const seen = Date.now();
  const until = Math.min(Date.parse(session.expiresAt), seen + idleLimitMs(session.kept));
  await ifPossible(async () => writeStored(noteOf(session), { seen, until } satisfies ConfirmedNote));
}

/** Removes what such keys left on the device besides their copies. @param isGone whether nothing of the key with this id may stay */
function forgetTraces(isGone: (keyId: unknown) => boolean): void {
  forgetUrl(isGone);
  recentNames.forget(isGone);
  recentPlaces.forget(isGone);
}

async function removeOtherCopies(session: Session): Promise<void> {
  // the key of the persistent session may still use the device, and continues where it was
  const persistentKeyId = persistentSession()?.keyId;
  forgetTraces((keyId) => keyId !== session.keyId && keyId !== persistentKeyId);
  const ownOwners = [copyOwner(session), ...formerOwners(session)];
  const owners = [...(await copyOwners())].filter((owner) => !ownOwners.includes(owner));
  await Promise.all(owners.map((owner) => removeCopies(owner)));
}

/** Takes over the copies of the keys that this one replaced. When it is interrupted, the next confirmation goes on. */
async function inheritFormerCopies(session: Session): Promise<void> {
  const owner = copyOwner(session);
  if (owner === null) return;
  for (const former of formerOwners(session))
    // one after the other, the last key first
    if (await inheritCopies(former, owner, () => isOver(session) || !copyStoresAnswer())) inheritedBy = session.token;
}

/** The owners of the copies of the keys that this one replaced. A key has the same role as the keys that it replaced. */
function formerOwners(session: Session): string[] {
  const former = (session.predecessors ?? []).map((keyId) => copyOwner({ ...session, keyId }));
  return former.filter((owner) => owner !== null);
}

/** Whether a stored session may show the copies of its key while the service does not answer. */
export async function mayReadCopies(session: Session): Promise<boolean> {
  const owner = copyOwner(session);
  const now = Date.now();
  if (owner === null || Date.parse(session.expiresAt) <= now) return false;
  const confirmed = await ifPossible(async () => readStored<ConfirmedNote>(noteOf(session)));
  // a clock that was set back does not extend a session
  return !!confirmed && confirmed.seen <= now && now < confirmed.until && hasCopies(owner);
}

/** Deletes copies that were not used for long, of all keys. Pinned copies of the key that is logged in stay. */
export async function expireCopies(): Promise<void> {
  for (const owner of await copyOwners())
    // one after the other, because there is usually only one
    await ifPossible(async () => evictUnused(owner, owner === currentOwner()));
  await ifPossible(async () => {
    const endedNotes = (await readFolder<ConfirmedNote>(notesFolder)).filter(([, { until }]) => until <= Date.now());
    await removeStored(endedNotes.map(([path]) => path));
  });
}

let lastSession = getSession();

// a logout deletes the copies of its key; after an expiry they stay for the next login of that key
onSessionChange(() => {
  const endedSession = lastSession;
  lastSession = getSession();
  if (lastSession || !endedSession) return;
  const reason = peekEndReason();
  const owner = copyOwner(endedSession);
  if (reason === 'expired') void ifPossible(async () => removeStored([noteOf(endedSession)]));
  if (reason !== 'logout') return;
  forgetTraces((keyId) => keyId === endedSession.keyId);
  void ifPossible(async () => removeFolder(notesOf(endedSession)));
  if (owner !== null) for (const copiesOf of [owner, ...formerOwners(endedSession)]) void removeCopies(copiesOf);
});

/**
 * The owner of a session's copies on this device, such as `7.user`. Null for an admin's key: it sees every site, so nothing that it
 * reads is stored on a device.
 */
export function copyOwner(session: Session | null): string | null {
  if (!session || session.role === 'admin') return null;
  return `${session.keyId}.${session.role}`;
}

export function currentOwner(): string | null {
  return copyOwner(getSession());
}
