import { copyStoresAnswer, copyOwners, evictUnused, hasCopies, removeCopies } from './copies.ts';
import { ifPossible, writeStored, readStored, removeFolder, removeStored, readFolder } from './database.ts';
import { inheritCopies } from './inherited-copies.ts';
import { forgetUrl } from './last-url.ts';
import { recentNames, recentPlaces } from './recent-texts.ts';
import { getSession, persistentSession, onSessionChange, peekEndReason, type Session } from './session.ts';

// How long a session may read its key's copies, and when they go. Whoever can change what the browser stores can read the
// copies beside it, so a stored session needs no proof.

/** How long (ms) a session may be idle before the server ends it: an hour, or seven days for a persistent one (`decisions §10`). */
const idleLimitMs = (isPersistent: boolean) => (isPersistent ? 7 * 24 : 1) * 3_600_000;

/** In milliseconds since 1970: when the server last confirmed a session, and when it ends if unused. */
interface ConfirmedNote {
  seen: number;
  until: number;
}

const notesFolder = 'portal.session/';
const notesOf = ({ keyId, role }: Session) => `${notesFolder}${keyId}.${role}/`;
/** The end of a session tells it from the others of its key. */
const noteOf = (session: Session) => notesOf(session) + session.expiresAt;
const isOver = ({ token }: Session) => getSession()?.token !== token;

/** The last call of `rememberSession`. Calls run one after the other, as two would move the same copies. */
let remembering: Promise<void> = Promise.resolve();
/**
 * The token of the session that inherited copies of a replaced key, until `app/use-offline-refresh.ts` has checked that its key may see all of
 * them.
 */
let inheritedBy: string | null = null;

/**
 * Records that the server has just confirmed a session. The first time, its key has logged in: what other keys left on
 * this device goes (`decisions §10`), and if the page closes before, it goes the next time. The copies of the keys that this
 * one replaced become its own.
 */
export async function rememberSession(session: Session): Promise<void> {
  const previousCall = remembering;
  remembering = (async () => {
    await previousCall;
    await noteSession(session);
    await inheritFormerCopies(session);
  })();
  return remembering;
}

/** Whether this session has inherited copies that were not checked yet (`noteInheritedChecked`). Waits until the inheriting is done. */
export async function hasInheritedCopies(): Promise<boolean> {
  await remembering;
  return inheritedBy !== null && inheritedBy === getSession()?.token;
}

/** Notes that the key may see all copies that it inherited. */
export function noteInheritedChecked(): void {
  inheritedBy = null;
}

async function noteSession(session: Session): Promise<void> {
  if (isOver(session)) return;
  if (!(await ifPossible(async () => readStored(noteOf(session))))) {
    await removeOtherCopies(session);
    // the copies of others may not be gone: the next confirmation looks again
    if (!copyStoresAnswer()) return;
  }
  // the session may have ended meanwhile
  if (isOver(session)) return;
  const seen = Date.now();
  const until = Math.min(Date.parse(session.expiresAt), seen + idleLimitMs(session.kept));
  await ifPossible(async () => writeStored(noteOf(session), { seen, until } satisfies ConfirmedNote));
}

/** What a key leaves beside its copies. */
function forgetTraces(isGone: (keyId: unknown) => boolean): void {
  forgetUrl(isGone);
  recentNames.forget(isGone);
  recentPlaces.forget(isGone);
}

async function removeOtherCopies(session: Session): Promise<void> {
  // after an expiry the same key continues where it was; nobody else may learn where that was
  const persistentKeyId = persistentSession()?.keyId;
  forgetTraces((keyId) => keyId !== session.keyId && keyId !== persistentKeyId);
  const own = [copyOwner(session), ...formerOwners(session)];
  const owners = [...(await copyOwners())].filter((owner) => !own.includes(owner));
  await Promise.all(owners.map((owner) => removeCopies(owner)));
}

/** Takes over the copies of the keys that this one replaced. What is interrupted goes on at the next confirmation. */
async function inheritFormerCopies(session: Session): Promise<void> {
  const owner = copyOwner(session);
  if (owner === null) return;
  for (const former of formerOwners(session))
    // one after the other, the last key first
    if (await inheritCopies(former, owner, () => isOver(session) || !copyStoresAnswer())) inheritedBy = session.token;
}

/** The owners of the copies of the keys that this one replaced, which had its role. */
function formerOwners(session: Session): string[] {
  const former = (session.predecessors ?? []).map((keyId) => copyOwner({ ...session, keyId }));
  return former.filter((owner) => owner !== null);
}

/** Whether a stored session may show its key's copies while the server is unreachable. */
export async function mayReadCopies(session: Session): Promise<boolean> {
  const owner = copyOwner(session);
  const now = Date.now();
  if (owner === null || Date.parse(session.expiresAt) <= now) return false;
  const confirmed = await ifPossible(async () => readStored<ConfirmedNote>(noteOf(session)));
  // a clock that was set back does not extend a session
  return !!confirmed && confirmed.seen <= now && now < confirmed.until && hasCopies(owner);
}

/** Deletes old copies of all keys; of keys that are not logged in also the pinned ones. */
export async function expireCopies(): Promise<void> {
  for (const owner of await copyOwners())
    // usually there is at most one
    await ifPossible(async () => evictUnused(owner, owner === currentOwner()));
  await ifPossible(async () => {
    const ended = (await readFolder<ConfirmedNote>(notesFolder)).filter(([, { until }]) => until <= Date.now());
    await removeStored(ended.map(([path]) => path));
  });
}

let lastSession = getSession();

// a logout deletes the copies of its key; after an expiry they stay for that key's next login
onSessionChange(() => {
  const ended = lastSession;
  lastSession = getSession();
  if (lastSession || !ended) return;
  const why = peekEndReason();
  const owner = copyOwner(ended);
  if (why === 'expired') void ifPossible(async () => removeStored([noteOf(ended)]));
  if (why !== 'logout') return;
  forgetTraces((keyId) => keyId === ended.keyId);
  void ifPossible(async () => removeFolder(notesOf(ended)));
  if (owner !== null) for (const copiesOf of [owner, ...formerOwners(ended)]) void removeCopies(copiesOf);
});

/**
 * The owner of a session's copies on this device, such as `7.user`. Null for an admin's key, which sees every site: nothing of
 * it stays on a device.
 */
export function copyOwner(session: Session | null): string | null {
  if (!session || session.role === 'admin') return null;
  return `${session.keyId}.${session.role}`;
}

export function currentOwner(): string | null {
  return copyOwner(getSession());
}
