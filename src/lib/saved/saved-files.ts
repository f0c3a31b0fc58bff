import { fileOf, filesOf, ifPossible, keepsFiles, pathOfFile } from './saved-store.ts';
import { countUse, noteUse, savedUse, setPinned, evict, usesOf } from './saved-space.ts';

// Files never change under their name (`spec §7`), so a copy is as good as the stored file. Also used by the report
// worker.

const savedFileName = (owner: string, file: string) => `${owner}/file/${file}`;

/** False when not kept. @param file its object name @param pinned kept for offline with its site */
export async function keepFile(owner: string, file: string, content: Blob, pinned = false): Promise<boolean> {
  const done = await ifPossible(async () => {
    const name = savedFileName(owner, file);
    // started together, so that a logout meanwhile deletes both; an uncounted file would never be removed
    const [files] = await Promise.all([filesOf(owner), countUse(name, content.size, pinned)]);
    await files.put(pathOfFile(file), new Response(content));
    return true;
  });
  if (done === null) await ifPossible(async () => evict(savedFileName(owner, file)));
  return done ?? false;
}

export async function savedFile(owner: string, file: string): Promise<Blob | null> {
  if (!keepsFiles()) return null;
  return ifPossible(async () => {
    const found = await fileOf(owner, file);
    if (!found) return null;
    void ifPossible(async () => noteUse(savedFileName(owner, file)));
    return found.blob();
  });
}

/** Whether a file is on this device; with `pinned` it is kept for offline from now on. */
export async function hasFile(owner: string, file: string, pinned = false): Promise<boolean> {
  const found = await ifPossible(async () => {
    if (!(await savedUse(savedFileName(owner, file))) || !(await fileOf(owner, file))) return false;
    if (pinned) await setPinned(savedFileName(owner, file), true);
    return true;
  });
  return found ?? false;
}

/** Bytes of the files kept for offline outside this folder. */
export async function pinnedBytes(owner: string, folder: string): Promise<number> {
  const uses = (await ifPossible(async () => usesOf(owner))) ?? [];
  return uses
    .filter(
      ([name, { pinned }]) =>
        pinned && name.startsWith(savedFileName(owner, '')) && !name.startsWith(savedFileName(owner, folder)),
    )
    .reduce((sum, [, { size }]) => sum + size, 0);
}

/** Removes what is kept for offline in this folder, except these files. */
export async function removePinned(owner: string, folder: string, except: ReadonlySet<string>): Promise<void> {
  await ifPossible(async () => {
    const uses = await usesOf(owner);
    const start = savedFileName(owner, '');
    for (const [name, { pinned }] of uses) {
      const file = name.slice(start.length);
      if (!pinned || !name.startsWith(start) || !file.startsWith(folder) || except.has(file)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one at a time, as there is no hurry
      await evict(name);
    }
  });
}
