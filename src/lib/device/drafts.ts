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

// Drafts: unsaved input on this device (`decisions §8`). A draft belongs to the access key under which it was typed. It is shown only
// under that key and under the key that replaced it. It survives an expired session for seven days; logging out deletes it. An admin
// can take over the drafts of a key that has ended without a successor (`decisions §17`), once the server has said which keys these are.

const lifetimeMs = 7 * 24 * 3_600_000;
/**
 * The prefix of the notes that name the owners whose drafts were taken over. A note is needed because the files of those drafts
 * are not moved: they stay under their first owner.
 */
const formerPrefix = 'former/';
/** How long such a note lasts: much longer than a draft, because each change of a draft prolongs its life by seven days. */
const formerLifetimeMs = 365 * 24 * 3_600_000;
/** How long to wait for the lock of a draft: a page that is closing or reloading takes a moment to release it. */
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
  /** When it was last stored on this device, in milliseconds since 1970. */
  savedAt: number;
}

/** The owner whose drafts are read and stored. It stays set when a session expires, so that the last keystrokes are still stored. */
let owner = draftOwner(getSession());
/** Identifies the login: a new object when another key logs in, and after each logout. */
let loginId = {};
/**
 * The login under which drafts are stored now. A form remembers it when it opens and compares it later, so that input that was
 * typed under one login is not stored under another.
 */
export const draftLoginId = (): object => loginId;
/** The owners of the keys that the session's key replaced: their drafts belong to this owner now. */
let formerOwners = formerOwnersOf(getSession());

const version = createStore(0);
/** A number that changes whenever a draft changes, in this tab or another. */
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
    const newOwner = draftOwner(session);
    if (newOwner !== owner) loginId = {};
    owner = newOwner;
    formerOwners = formerOwnersOf(session);
    // only what the server confirmed tells reliably which keys this one replaced
    if (isConfirmed()) takeOverDrafts();
  } else if (peekEndReason() !== 'expired') {
    // `unseen` deletes nothing: the tab in which somebody logged out has deleted the drafts
    if (owner !== null && peekEndReason() === 'logout') removeOwnDrafts();
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
 * Moves the drafts of another owner to this session's owner. Their files stay where they are: `filePaths` finds them by a note.
 * @param isMoved tells by its path whether a draft is to be moved; all are by default
 * @returns the paths of the drafts that could not be moved: this session has a draft of the same name, or the device is full.
 */
function moveDraftsFrom(former: string, isMoved: (path: string) => boolean = () => true): string[] {
  const paths = deviceStorage.keys(`${prefix}${former}/`).filter(isMoved);
  // without the note a draft would come without its files
  if (paths.length === 0 || !storeDraft(formerPrefix + former, null, true, formerLifetimeMs)) return paths;
  return paths.filter((path) => {
    const newPath = ownPath(path);
    const text = deviceStorage.get(path);
    if (text === null || deviceStorage.get(newPath) !== null || !deviceStorage.set(newPath, text)) return true;
    deviceStorage.remove(path);
    return false;
  });
}

/** The path that a draft of another owner gets when this session takes it over. */
const ownPath = (path: string) => `${prefix}${owner}/${draftNameIn(path)}`;

/** Whether a draft is a person's work, as the prefix of its name tells. */
const isWorkDraft = (path: string) =>
  Object.values(draftNamePrefixes).some((start) => draftNameIn(path).startsWith(start));
/** Whether a draft passes to another key: a person's work does, and so do the notes that say where its files are. */
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
  const draftsByKey = new Map<number, OtherDraft[]>();
  for (const path of deviceStorage.keys(`${prefix}key-`)) {
    const other = path.slice(prefix.length, path.indexOf('/', prefix.length));
    if (other === owner || formerOwners.includes(other) || !isWorkDraft(path)) continue;
    const { title = null, value } = readStoredDraft(path) ?? {};
    const id = Number(other.slice('key-'.length));
    if (title === null || !Number.isInteger(id)) continue;
    const draft = { name: draftNameIn(path), title: textOfStored(title), value };
    draftsByKey.set(id, [...(draftsByKey.get(id) ?? []), draft]);
  }
  return draftsByKey;
}

/**
 * Moves the drafts of another key to this session. Call it only when the server has said that nobody can log in with that key or a
 * successor. Drafts without a title, such as a message that a visit was saved, are deleted, because nobody would miss them.
 * @returns how many could not be moved: this session has a draft of the same name, or the device is full.
 */
export function takeOverDraftsOf(keyId: number): number {
  const former = `key-${keyId}`;
  const unmoved = moveDraftsFrom(former, isTransferable).filter(hasTitle);
  for (const path of deviceStorage.keys(`${prefix}${former}/`))
    if (!isTransferable(path) && !hasTitle(path)) deviceStorage.remove(path);
  noteChange();
  return unmoved.length;
}

/** Removes the drafts of another key, under the same condition as `takeOverDraftsOf`. */
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
  const folder = `${prefix}${owner}/`;
  return deviceStorage
    .keys(`${folder}${start}`)
    .flatMap((path) => {
      const name = path.slice(folder.length);
      const draft = readDraft(name, schema);
      return draft ? [{ name, ...draft }] : [];
    })
    .toSorted((a, b) => a.savedAt - b.savedAt);
}

/**
 * Stores a draft, which replaces an earlier one of this name. Returns false when it could not be stored.
 * @param title its name in the list of the logout dialog; null for a draft that nobody would miss.
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

/** The removals of files, by the path of their draft. Before a file is stored, its draft's removal must end, or it would be removed too. */
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

/** The folders in which the files of a draft may be: the owner's, and those of the owners from whom it may have been taken over. */
function filePaths(name: string): string[] {
  const owners = new Set(owner === null ? formerOwners : [owner, ...formerOwners, ...takenOverFrom(name)]);
  return [...owners].map((folderOwner) => `${prefix}${folderOwner}/${name}`);
}

/**
 * The other owners whose folders may hold the files of this draft, because it was taken over from them. An owner that still has a
 * draft of this name is left out: the files are that draft's.
 */
function takenOverFrom(name: string): string[] {
  const notes = `${prefix}${owner}/${formerPrefix}`;
  const owners = deviceStorage.keys(notes).map((path) => path.slice(notes.length));
  return owners.filter((former) => deviceStorage.get(`${prefix}${former}/${name}`) === null);
}

/** The titles of this owner's drafts, which the logout dialog lists. */
export function draftTitles(): string[] {
  if (owner === null) return [];
  const titles = deviceStorage.keys(`${prefix}${owner}/`).flatMap((path) => readStoredDraft(path)?.title ?? []);
  return titles.map(textOfStored);
}

/** A file of a draft; null when there is none or it has another shape. @throws NoAnswer when the database does not answer */
export async function readDraftFile<Schema extends v.GenericSchema>(
  name: string,
  file: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  for (const path of filePaths(name)) {
    // one after the other, because the file is nearly always at the first path
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
 * Stores a file of a draft. Returns false when the database does not answer, or when there is no room even after the unpinned
 * copies were removed.
 * @param onLate called when a hanging database stores the file after false was returned
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
  // a file that is written after a logout, or after the draft was removed, would stay on the device for good
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
 * Locks a draft until `signal` is aborted, so that two tabs do not both save it. Returns false when another tab has the lock. Where
 * the browser has no locks, or they do not answer, it returns true without one.
 * @param timeoutMs milliseconds to wait; null for as long as it takes.
 */
export async function lockDraft(
  name: string,
  signal: AbortSignal,
  timeoutMs: number | null = lockTimeoutMs,
): Promise<boolean> {
  return holdLock(draftPath(name) ?? name, signal, timeoutMs);
}

/** The stored draft at a path; null when there is none, it is unreadable or it has expired. An expired draft is removed. */
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

/** Removes all drafts of this owner and of the keys that it replaced, with the files of the drafts that it took over from other keys. */
function removeOwnDrafts(): void {
  if (owner === null) return;
  const names = deviceStorage.keys(`${prefix}${owner}/`).map((path) => draftNameIn(path));
  void removeFolders(names.flatMap((name) => filePaths(name)));
  removeAll([owner, ...formerOwners]);
}

/** Removes the drafts of these owners and their files, except the files of drafts that another owner has taken over. */
function removeAll(owners: readonly string[]): void {
  for (const folderOwner of owners)
    for (const path of deviceStorage.keys(`${prefix}${folderOwner}/`)) deviceStorage.remove(path);
  const remainingPaths = deviceStorage.keys(prefix);
  for (const folderOwner of owners) {
    const isTakenOver = remainingPaths.some((path) => draftNameIn(path) === formerPrefix + folderOwner);
    void ifPossible(async () => (isTakenOver ? removeOrphanedFiles : removeFolder)(`${prefix}${folderOwner}/`));
  }
}

/**
 * Removes the files in a folder for which no owner has a draft. It compares names without the owner, because the files of a draft
 * that was taken over stay in the folder of their first owner.
 */
async function removeOrphanedFiles(folder: string): Promise<void> {
  const files = await pathsIn(folder);
  // read after the files: another tab may have started a draft meanwhile
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
