import { delMany, get, keys, set } from 'idb-keyval';
import * as v from 'valibot';
import { getSession, peekEndReason, subscribe, type Session } from './session.ts';
import { createStore, useStore } from './store.ts';

/**
 * The one policy for what is typed and not saved (`decisions §8`): a draft belongs to the access key it was typed under
 * and is never shown to another; a session that expires keeps it for seven days; logging out deletes it.
 */

/** Milliseconds after its last change for which a draft is kept. */
const lifetime = 7 * 24 * 3_600_000;
/** Milliseconds in which a page that is just being left, mostly by a reload, gives its draft up. */
const lockPatience = 1_000;
const prefix = 'portal.draft/';

const entrySchema = v.object({ savedAt: v.number(), title: v.nullable(v.string()), value: v.unknown() });

/** `savedAt` in milliseconds since 1970. */
export interface Draft<Value> {
  value: Value;
  savedAt: number;
}

// The key of the session that ended last stays the owner: what was typed in the last moment is kept for it.
let owner = ownerOf(getSession());

function ownerOf(session: Session | null): string | null {
  if (!session) return null;
  // a session of before the server named the key is told from others by its end
  return session.keyId === null ? `session-${session.expiresAt}` : `key-${session.keyId}`;
}

const pathOf = (name: string) => (owner === null ? null : `${prefix}${owner}/${name}`);

subscribe(() => {
  const session = getSession();
  if (session) owner = ownerOf(session);
  else if (peekEndReason() === 'logout') {
    if (owner !== null) removeAll(`${prefix}${owner}/`);
    owner = null;
  }
});

/** The draft of this name; null when there is none that can be read. */
export function readDraft<Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
): Draft<v.InferOutput<Schema>> | null {
  const path = pathOf(name);
  const entry = path === null ? null : readEntry(path);
  if (!entry) return null;
  const value = v.safeParse(schema, entry.value);
  return value.success ? { value: value.output, savedAt: entry.savedAt } : null;
}

/**
 * Keeps a draft. False where the browser keeps nothing.
 * @param title what the logout calls it, such as `New task`; null for what nobody would miss.
 */
export function keepDraft(name: string, title: string | null, value: unknown): boolean {
  const path = pathOf(name);
  if (path === null) return false;
  try {
    const entry = { savedAt: Date.now(), title, value } satisfies v.InferOutput<typeof entrySchema>;
    localStorage.setItem(path, JSON.stringify(entry));
    return true;
  } catch {
    return false;
  }
}

/** Forgets a draft and its files. */
export async function removeDraft(name: string): Promise<void> {
  const path = pathOf(name);
  if (path === null) return;
  try {
    localStorage.removeItem(path);
  } catch {
    // blocked: nothing was kept either
  }
  await removeFiles((key) => key.startsWith(`${path}/`));
}

/** What the drafts of this key are called, for whoever is about to lose them. */
export function draftTitles(): string[] {
  return owner === null ? [] : storedPaths(`${prefix}${owner}/`).flatMap((path) => readEntry(path)?.title ?? []);
}

/** A file of a draft, from the browser's database; null when there is none that can be read. */
export async function readDraftFile<Schema extends v.GenericSchema>(
  name: string,
  file: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  try {
    const stored = v.safeParse(schema, await get(`${pathOf(name)}/${file}`));
    return stored.success ? stored.output : null;
  } catch {
    return null;
  }
}

/** Keeps a file of a draft; false where the browser keeps nothing. */
export async function keepDraftFile(name: string, file: string, value: unknown): Promise<boolean> {
  const path = pathOf(name);
  if (path === null) return false;
  try {
    await set(`${path}/${file}`, value);
    return true;
  } catch {
    return false;
  }
}

/** Forgets these files of a draft. */
export async function removeDraftFiles(name: string, files: readonly string[]): Promise<void> {
  const path = pathOf(name);
  if (path !== null) await removeFiles((key) => files.some((file) => key === `${path}/${file}`));
}

/**
 * Makes this tab the one that keeps a draft, until `signal` is aborted. False when another tab of this browser has it:
 * two tabs with the same draft would save it twice.
 */
export async function lockDraft(name: string, signal: AbortSignal): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  return new Promise((resolve) => {
    const whileOpen = () => {
      resolve(true);
      return new Promise<void>((release) => {
        signal.addEventListener('abort', () => release());
        if (signal.aborted) release();
      });
    };
    const soon = AbortSignal.any([signal, AbortSignal.timeout(lockPatience)]);
    navigator.locks.request(pathOf(name) ?? name, { signal: soon }, whileOpen).catch(() => resolve(false));
  });
}

const unsaved = createStore<readonly { text: string }[]>([]);

/** Says what would be lost by leaving the page, until the answered function is called. */
export function holdUnsaved(text: string): () => void {
  const one = { text };
  unsaved.set([...unsaved.get(), one]);
  return () => unsaved.set(unsaved.get().filter((other) => other !== one));
}

/** What would be lost by leaving now and is in no draft, in words; null when nothing would. */
export function useUnsaved(): string | null {
  return useStore(unsaved).at(-1)?.text ?? null;
}

function storedPaths(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}

/** Null when there is none, or it has outlived its time. */
function readEntry(path: string): v.InferOutput<typeof entrySchema> | null {
  try {
    const entry = v.safeParse(entrySchema, JSON.parse(localStorage.getItem(path) ?? 'null'));
    return entry.success && Date.now() - entry.output.savedAt < lifetime ? entry.output : null;
  } catch {
    return null;
  }
}

async function removeFiles(isMeant: (key: string) => boolean): Promise<void> {
  try {
    const names = await keys();
    const meant = names.filter((key) => typeof key === 'string' && isMeant(key));
    if (meant.length > 0) await delMany(meant);
  } catch {
    // site data is blocked: nothing was kept
  }
}

function removeAll(start: string): void {
  for (const path of storedPaths(start)) localStorage.removeItem(path);
  void removeFiles((key) => key.startsWith(start));
}

/** Deletes the drafts of all keys that have outlived their time; the portal does it once, when it starts. */
export function removeOldDrafts(): void {
  for (const path of storedPaths(prefix)) {
    if (readEntry(path)) continue;
    localStorage.removeItem(path);
    void removeFiles((key) => key.startsWith(`${path}/`));
  }
  // drafts of earlier releases belong to no key: nobody may see them
  for (const path of [...storedPaths('portal.failures.'), ...storedPaths('portal.maintenance-form')])
    localStorage.removeItem(path);
  void removeFiles((key) => key === 'add-task' || key.startsWith('add-task.'));
}
