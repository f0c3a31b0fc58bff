import * as v from 'valibot';
import { storedMessageSchema, textOfStored, type StoredMessage } from '../language/stored-message.ts';
import { createStore, type Store } from '../store.ts';
import { removeUnpinnedFiles } from './copies.ts';
import { ifPossible, succeeds, writeStored, pathsIn, readStored, removeFolder, removeStored } from './database.ts';
import { NoAnswer } from './device-store.ts';
import { draftNamePrefixes } from './draft-names.ts';
import { getSession, isConfirmed, peekEndReason, onSessionChange, type Session } from './session.ts';
import { refusesBlobs, withBlobs, withoutBlobs } from './stored-bytes.ts';
import { holdLock } from './tab-lock.ts';
import { deviceStorage, draftPrefix as prefix } from './web-storage.ts';

// Unsaved input (`decisions §8`): a draft belongs to the access key it was typed under and is never shown to another but the
// key that replaced it. It survives an expired session for seven days; logging out deletes it. The drafts of a key that has ended
// without a successor can be taken over by an admin (`decisions §17`): only once the server has said which keys these are.

const lifetimeMs = 7 * 24 * 3_600_000;
/** The prefix of the notes that record whose drafts were taken over: the files of those drafts stay under their first owner. */
const formerPrefix = 'former/';
/** How long such a note lasts. Each change of a draft prolongs it by seven days, so it may outlive its first owner for long. */
const formerLifetimeMs = 365 * 24 * 3_600_000;
/** How long a draft is waited for: a page that is closing or reloading takes a moment to release it. */
const lockTimeoutMs = 1_000;

const entrySchema = v.object({
  savedAt: v.number(),
  /** Milliseconds since 1970. */
  until: v.number(),
  title: v.nullable(storedMessageSchema),
  value: v.unknown(),
});

export interface Draft<Value> {
  value: Value;
  savedAt: number;
}

/** Whose drafts are read and stored here. It outlives the session, so that the last keystrokes are still stored. */
let owner = draftOwner(getSession());
/** Identifies the login: a new object for each other key, and for each login after a logout. */
let loginId = {};
/**
 * The login that drafts are stored under now. A form compares it with that of its opening: what was typed under another login is not
 * stored.
 */
export const draftLoginId = (): object => loginId;
/** The owners whose drafts belong to this owner now: the keys that its key replaced. */
let formerOwners = formerOwnersOf(getSession());

const version = createStore(0);
/** Changes with the drafts, in this tab or another. */
export const draftsVersion: Pick<Store<number>, 'get' | 'subscribe'> = version;
const noteChange = () => version.set(version.get() + 1);
globalThis.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(prefix)) noteChange();
});

function draftOwner(session: Session | null): string | null {
  return session && `key-${session.keyId}`;
}

function formerOwnersOf(session: Session | null): string[] {
  return (session?.predecessors ?? []).map((id) => `key-${id}`);
}

const draftPath = (name: string) => (owner === null ? null : `${prefix}${owner}/${name}`);

onSessionChange(() => {
  const session = getSession();
  if (session) {
    const next = draftOwner(session);
    if (next !== owner) loginId = {};
    owner = next;
    formerOwners = formerOwnersOf(session);
    // the server has said whose drafts these are
    if (isConfirmed()) takeOverDrafts();
  } else if (peekEndReason() !== 'expired') {
    // after a logout in another tab, that tab has deleted the drafts already
    if (owner !== null && peekEndReason() === 'logout') removeOwn();
    owner = null;
    loginId = {};
    formerOwners = [];
  }
  noteChange();
});

/** Moves the drafts of replaced keys to the key of this session. Where both have a draft of the same name, the session's own stays. */
function takeOverDrafts(): void {
  for (const former of formerOwners)
    for (const path of moveDraftsFrom(former))
      // on a full device the draft stays where it is, until there is room at a later login
      if (deviceStorage.get(ownPath(path)) !== null) deviceStorage.remove(path);
}

/**
 * Moves the drafts of another owner to this session's, all or those that `isMoved` says. Their files stay where they are: `filePaths` finds them by a note.
 * @returns the paths of the drafts that stay: this session has one of the same name, or the device is full.
 */
function moveDraftsFrom(former: string, isMoved: (path: string) => boolean = () => true): string[] {
  const paths = deviceStorage.keys(`${prefix}${former}/`).filter(isMoved);
  // without the note a draft would come without its files
  if (paths.length === 0 || !storeDraft(formerPrefix + former, null, true, formerLifetimeMs)) return paths;
  return paths.filter((path) => {
    const own = ownPath(path);
    const text = deviceStorage.get(path);
    if (text === null || deviceStorage.get(own) !== null || !deviceStorage.set(own, text)) return true;
    deviceStorage.remove(path);
    return false;
  });
}

/** Where a draft of another owner is once it is this session's. */
const ownPath = (path: string) => `${prefix}${owner}/${draftNameIn(path)}`;

/** Whether it is a draft that a person works on, as its name tells. */
const isWorkDraft = (path: string) =>
  Object.values(draftNamePrefixes).some((start) => draftNameIn(path).startsWith(start));
/** Whether a draft passes to another key: what a person works on, and the notes that say where its files are. */
const isTransferable = (path: string) => isWorkDraft(path) || draftNameIn(path).startsWith(formerPrefix);
const hasTitle = (path: string) => (readStoredDraft(path)?.title ?? null) !== null;

/** A draft that another key left on this device. */
export interface OtherDraft {
  name: string;
  title: string;
  value: unknown;
}

/** The drafts that other keys left on this device, by the id of their key. Only an admin is shown them. */
export function draftsOfOtherKeys(): Map<number, OtherDraft[]> {
  const found = new Map<number, OtherDraft[]>();
  for (const path of deviceStorage.keys(`${prefix}key-`)) {
    const other = path.slice(prefix.length, path.indexOf('/', prefix.length));
    if (other === owner || formerOwners.includes(other) || !isWorkDraft(path)) continue;
    const { title = null, value } = readStoredDraft(path) ?? {};
    const id = Number(other.slice('key-'.length));
    if (title === null || !Number.isInteger(id)) continue;
    found.set(id, [...(found.get(id) ?? []), { name: draftNameIn(path), title: textOfStored(title), value }]);
  }
  return found;
}

/**
 * Makes the drafts of another key this session's. The server must have said that nobody can log in with that key or a successor.
 * What nobody would miss, such as a message that a visit was saved, is removed.
 * @returns how many stay as they are: this session has a draft of its own in their place, or the device is full.
 */
export function takeOverDraftsOf(keyId: number): number {
  const former = `key-${keyId}`;
  const unmoved = moveDraftsFrom(former, isTransferable).filter(hasTitle);
  for (const path of deviceStorage.keys(`${prefix}${former}/`))
    if (!isTransferable(path) && !hasTitle(path)) deviceStorage.remove(path);
  noteChange();
  return unmoved.length;
}

/** Removes the drafts of another key, under the same condition. */
export function removeDraftsOf(keyId: number): void {
  removeAll([`key-${keyId}`]);
  noteChange();
}

/** The draft of this name; null when there is none, or none of this shape. */
export function readDraft<Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
): Draft<v.InferOutput<Schema>> | null {
  const path = draftPath(name);
  const entry = path === null ? null : readStoredDraft(path);
  if (!entry) return null;
  const value = v.safeParse(schema, entry.value);
  return value.success ? { value: value.output, savedAt: entry.savedAt } : null;
}

/** All drafts whose name begins with `start`, in the order in which they were stored. */
export function listDrafts<Schema extends v.GenericSchema>(
  start: string,
  schema: Schema,
): (Draft<v.InferOutput<Schema>> & { name: string })[] {
  if (owner === null) return [];
  const own = `${prefix}${owner}/`;
  return deviceStorage
    .keys(`${own}${start}`)
    .flatMap((path) => {
      const name = path.slice(own.length);
      const draft = readDraft(name, schema);
      return draft ? [{ name, ...draft }] : [];
    })
    .toSorted((a, b) => a.savedAt - b.savedAt);
}

/**
 * Stores a draft in place of an earlier one; false when the browser stores nothing.
 * @param title its name in the logout dialog, such as a new visit; null if nobody would miss it.
 * @param lifeMs milliseconds until it is deleted; seven days by default.
 */
export function storeDraft(name: string, title: StoredMessage | null, value: unknown, lifeMs = lifetimeMs): boolean {
  const path = draftPath(name);
  if (path === null) return false;
  const savedAt = Date.now();
  const entry = { savedAt, until: savedAt + lifeMs, title, value } satisfies v.InferOutput<typeof entrySchema>;
  const isStored = deviceStorage.set(path, JSON.stringify(entry));
  if (isStored) noteChange();
  return isStored;
}

/** The running removals of files, by the path of their draft. Storing a file waits for them, or it would be removed too. */
const removals = new Map<string, Promise<void>>();

/** Removes a draft and its files. */
export async function removeDraft(name: string): Promise<void> {
  const path = draftPath(name);
  if (path === null) return;
  deviceStorage.remove(path);
  noteChange();
  const removal = removeFolders(filePaths(name));
  removals.set(path, removal);
  await removal;
}

/** Where the files of a draft may be: those of a draft that was taken over are not moved. */
function filePaths(name: string): string[] {
  const owners = new Set(owner === null ? formerOwners : [owner, ...formerOwners, ...takenOverFrom(name)]);
  return [...owners].map((folderOwner) => `${prefix}${folderOwner}/${name}`);
}

/**
 * The former owners under whose name the files of a taken-over draft may be. A former owner that still has a draft of this name is left
 * out.
 */
function takenOverFrom(name: string): string[] {
  const notes = `${prefix}${owner}/${formerPrefix}`;
  const owners = deviceStorage.keys(notes).map((path) => path.slice(notes.length));
  return owners.filter((former) => deviceStorage.get(`${prefix}${former}/${name}`) === null);
}

/** What the logout dialog lists. */
export function draftTitles(): string[] {
  if (owner === null) return [];
  const titles = deviceStorage.keys(`${prefix}${owner}/`).flatMap((path) => readStoredDraft(path)?.title ?? []);
  return titles.map(textOfStored);
}

/** A file of a draft; null when there is none. @throws NoAnswer where it may be there, but cannot be read now */
export async function readDraftFile<Schema extends v.GenericSchema>(
  name: string,
  file: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  for (const path of filePaths(name)) {
    // nearly always the file is at the first path
    const stored = v.safeParse(schema, await readFileAt(`${path}/${file}`));
    if (stored.success) return stored.output;
  }
  return null;
}

async function readFileAt(path: string): Promise<unknown> {
  try {
    return await withBlobs(await readStored(path));
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    return null;
  }
}

/**
 * Stores a file of a draft; false when it is not stored: the database does not answer, or there is no room for it even
 * without the unpinned copies.
 * @param onLate called when it is stored after all, as the database has answered late
 */
export async function storeDraftFile(
  name: string,
  file: string,
  value: unknown,
  onLate?: () => void,
): Promise<boolean> {
  const path = draftPath(name);
  if (path === null) return false;
  const removal = removals.get(path);
  await removal;
  // what is written after a logout, or after the draft was removed, would stay
  const isWanted = () => draftPath(name) === path && removals.get(path) === removal;
  const store = async () => {
    try {
      await writeStored(`${path}/${file}`, value, onLate);
    } catch (error) {
      if (!refusesBlobs(error)) throw error;
      const bytes = await withoutBlobs(value);
      if (!isWanted()) throw error;
      await writeStored(`${path}/${file}`, bytes, onLate);
    }
  };
  try {
    await store();
    return true;
  } catch (error) {
    if (error instanceof NoAnswer) return false;
  }
  await removeUnpinnedFiles();
  return isWanted() && succeeds(store);
}

export async function removeDraftFiles(name: string, files: readonly string[]): Promise<void> {
  const paths = filePaths(name).flatMap((path) => files.map((file) => `${path}/${file}`));
  await ifPossible(async () => removeStored(paths));
}

/**
 * Holds a draft until `signal` is aborted; false when another tab holds it, as both would save it. Where the browser has no
 * locks, or they do not answer, this tab goes on without.
 * @param timeoutMs milliseconds to wait; null for as long as it takes.
 */
export async function lockDraft(
  name: string,
  signal: AbortSignal,
  timeoutMs: number | null = lockTimeoutMs,
): Promise<boolean> {
  return holdLock(draftPath(name) ?? name, signal, timeoutMs);
}

function readStoredDraft(path: string): v.InferOutput<typeof entrySchema> | null {
  const entry = v.safeParse(entrySchema, deviceStorage.read(path));
  if (!entry.success) return null;
  if (Date.now() < entry.output.until) return entry.output;
  deviceStorage.remove(path);
  return null;
}

async function removeFolders(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => ifPossible(async () => removeFolder(`${path}/`))));
}

/** Removes all drafts of this owner and of the keys that it replaced, and the files of the drafts that it took over from others. */
function removeOwn(): void {
  if (owner === null) return;
  const names = deviceStorage.keys(`${prefix}${owner}/`).map((path) => draftNameIn(path));
  void removeFolders(names.flatMap((name) => filePaths(name)));
  removeAll([owner, ...formerOwners]);
}

/** Removes the drafts of these owners with their files, except the files of what somebody else has taken over. */
function removeAll(owners: readonly string[]): void {
  for (const folderOwner of owners)
    for (const path of deviceStorage.keys(`${prefix}${folderOwner}/`)) deviceStorage.remove(path);
  const remainingPaths = deviceStorage.keys(prefix);
  for (const folderOwner of owners) {
    const isTakenOver = remainingPaths.some((path) => draftNameIn(path) === formerPrefix + folderOwner);
    void ifPossible(async () => (isTakenOver ? removeOrphanedFiles : removeFolder)(`${prefix}${folderOwner}/`));
  }
}

/** Removes the files in a folder whose draft is gone. By name, as the files of a draft that was taken over stay where they were. */
async function removeOrphanedFiles(folder: string): Promise<void> {
  const files = await pathsIn(folder);
  // read last, as another tab may begin a draft meanwhile
  const names = deviceStorage.keys(prefix).map((path) => draftNameIn(path));
  await removeStored(files.filter((file) => !names.some((name) => draftNameIn(file).startsWith(`${name}/`))));
}

/** Removes expired and unreadable drafts, and the files without a draft. */
export function removeOldDrafts(): void {
  for (const path of deviceStorage.keys(prefix)) if (!readStoredDraft(path)) deviceStorage.remove(path);
  void ifPossible(async () => removeOrphanedFiles(prefix));
}

/** The name in the path of a draft or of its file, without the owner. */
function draftNameIn(path: string): string {
  return path.slice(path.indexOf('/', prefix.length) + 1);
}
