import * as v from 'valibot';
import { anySignal } from '../any-signal.ts';
import { removeSpareFiles } from './copies.ts';
import { ifPossible, isDone, keepStored, pathsIn, readStored, removeFolder, removeStored } from './database.ts';
import { getSession, isConfirmed, peekEndReason, onSessionChange, type Session } from './session.ts';
import { keptMessageSchema, saidOfKept, type KeptMessage } from '../language/kept-message.ts';
import { createStore, type Store } from '../store.ts';
import { deviceStorage, draftPrefix as prefix } from './web-storage.ts';

// Unsaved input (`decisions §8`): a draft belongs to the access key it was typed under and is never shown to another but the
// key that replaced it. It survives an expired session for seven days; logging out deletes it.

const lifetimeMs = 7 * 24 * 3_600_000;
/** How long a draft is waited for: a page that is closing or reloading takes a moment to release it. */
const lockTimeoutMs = 1_000;

const entrySchema = v.object({
  savedAt: v.number(),
  /** Milliseconds since 1970. */
  until: v.number(),
  title: v.nullable(keptMessageSchema),
  value: v.unknown(),
});

export interface Draft<Value> {
  value: Value;
  savedAt: number;
}

/** Whose drafts are read and kept here. Outlives the session, so that the last keystrokes are still kept. */
let owner = draftOwner(getSession());
/** An object that stands for the owner from its login to its logout. */
let holder = {};
/** What is typed may be kept while the holder is the same: another key, and a login after a logout, have another. */
export const draftHolder = (): object => holder;
/** Owners whose drafts are this owner's now: the keys that its key replaced. */
let formerOwners = formerOwnersOf(getSession());

const version = createStore(0);
/** Changes with the drafts, in this tab or another. */
export const draftsVersion: Pick<Store<number>, 'get' | 'subscribe'> = version;
const noteChange = () => version.set(version.get() + 1);
globalThis.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(prefix)) noteChange();
});

function draftOwner(session: Session | null): string | null {
  if (!session) return null;
  // sessions of earlier releases have no key id; their expiry identifies them
  return session.keyId === null ? `session-${session.expiresAt}` : `key-${session.keyId}`;
}

function formerOwnersOf(session: Session | null): string[] {
  return (session?.predecessors ?? []).map((id) => `key-${id}`);
}

const draftPath = (name: string) => (owner === null ? null : `${prefix}${owner}/${name}`);

onSessionChange(() => {
  const session = getSession();
  if (session) {
    const next = draftOwner(session);
    if (next !== owner) holder = {};
    owner = next;
    formerOwners = formerOwnersOf(session);
    // the server has said whose drafts these are
    if (isConfirmed()) takeOverDrafts();
  } else if (peekEndReason() !== 'expired') {
    // after a logout in another tab, that tab has deleted the drafts already
    if (owner !== null && peekEndReason() === 'logout') removeAll([owner, ...formerOwners]);
    owner = null;
    holder = {};
    formerOwners = [];
  }
  noteChange();
});

/**
 * Hands the drafts of replaced keys to the key of this session. Their files stay where they are: `filePaths` finds them.
 * What the new key has begun itself stays.
 */
function takeOverDrafts(): void {
  for (const former of formerOwners)
    for (const path of deviceStorage.keys(`${prefix}${former}/`)) {
      const own = `${prefix}${owner}${path.slice(prefix.length + former.length)}`;
      const text = deviceStorage.get(path);
      const isThere = deviceStorage.get(own) !== null || (text !== null && deviceStorage.set(own, text));
      // on a full device the draft stays where it is, until there is room at a later login
      if (isThere) deviceStorage.remove(path);
    }
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

/** All drafts whose name begins with `start`, in the order in which they were kept. */
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
 * Keeps a draft in place of an earlier one; false when the browser stores nothing.
 * @param title what the logout dialog calls it, such as a new visit; null if nobody would miss it.
 * @param lasting milliseconds until it is deleted; seven days by default.
 */
export function keepDraft(name: string, title: KeptMessage | null, value: unknown, lasting = lifetimeMs): boolean {
  const path = draftPath(name);
  if (path === null) return false;
  const savedAt = Date.now();
  const entry = { savedAt, until: savedAt + lasting, title, value } satisfies v.InferOutput<typeof entrySchema>;
  const isKept = deviceStorage.set(path, JSON.stringify(entry));
  if (isKept) noteChange();
  return isKept;
}

/** Running removals of files, by the path of their draft. A file that is kept next waits, or it would be removed too. */
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

/** Where the files of a draft may be: those of a replaced key are not moved. */
function filePaths(name: string): string[] {
  const owners = owner === null ? formerOwners : [owner, ...formerOwners];
  return owners.map((keptBy) => `${prefix}${keptBy}/${name}`);
}

/** What the logout dialog lists. */
export function draftTitles(): string[] {
  if (owner === null) return [];
  const titles = deviceStorage.keys(`${prefix}${owner}/`).flatMap((path) => readStoredDraft(path)?.title ?? []);
  return titles.map(saidOfKept);
}

export async function readDraftFile<Schema extends v.GenericSchema>(
  name: string,
  file: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  for (const path of filePaths(name)) {
    // nearly always the file is at the first path
    const stored = v.safeParse(schema, await ifPossible(async () => readStored(`${path}/${file}`)));
    if (stored.success) return stored.output;
  }
  return null;
}

/** Keeps a file of a draft; false when there is no room for it, even without the copies that nobody asked for. */
export async function keepDraftFile(name: string, file: string, value: unknown): Promise<boolean> {
  const path = draftPath(name);
  if (path === null) return false;
  await removals.get(path);
  const keep = () => isDone(async () => keepStored(`${path}/${file}`, value));
  if (await keep()) return true;
  await removeSpareFiles();
  // after a logout meanwhile it would stay
  return draftPath(name) === path && keep();
}

export async function removeDraftFiles(name: string, files: readonly string[]): Promise<void> {
  const paths = filePaths(name).flatMap((path) => files.map((file) => `${path}/${file}`));
  await ifPossible(async () => removeStored(paths));
}

/**
 * Holds a draft until `signal` is aborted; false when another tab holds it, as both would save it.
 * @param timeoutMs milliseconds to wait; null for as long as it takes.
 */
export async function lockDraft(
  name: string,
  signal: AbortSignal,
  timeoutMs: number | null = lockTimeoutMs,
): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  return new Promise((resolve) => {
    const whileOpen = () => {
      resolve(true);
      return new Promise<void>((release) => {
        signal.addEventListener('abort', () => release());
        if (signal.aborted) release();
      });
    };
    const soon = timeoutMs === null ? signal : anySignal([signal, AbortSignal.timeout(timeoutMs)]);
    navigator.locks.request(draftPath(name) ?? name, { signal: soon }, whileOpen).catch(() => resolve(false));
  });
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

function removeAll(owners: readonly string[]): void {
  const folders = owners.map((name) => prefix + name);
  for (const folder of folders) for (const path of deviceStorage.keys(`${folder}/`)) deviceStorage.remove(path);
  void removeFolders(folders);
}

/** Removes expired and unreadable drafts, and the files without a draft. */
export function removeOldDrafts(): void {
  for (const path of deviceStorage.keys(prefix)) if (!readStoredDraft(path)) deviceStorage.remove(path);
  void ifPossible(async () => {
    const files = await pathsIn(prefix);
    // read last, as another tab may begin a draft meanwhile; by name, as the files of a replaced key stay under that key
    const names = deviceStorage.keys(prefix).map((path) => draftNameIn(path));
    await removeStored(files.filter((file) => !names.some((name) => draftNameIn(file).startsWith(`${name}/`))));
  });
}

/** The name in the path of a draft or of its file, without the owner. */
function draftNameIn(path: string): string {
  return path.slice(path.indexOf('/', prefix.length) + 1);
}
