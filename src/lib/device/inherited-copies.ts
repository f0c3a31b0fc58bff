import {
  evict,
  hasFileCopy,
  storeFileCopy,
  storeResultCopy,
  removeCopies,
  readFileCopy,
  readResultCopy,
  copyNotes,
} from './copies.ts';
import { ifPossible } from './database.ts';

// The copies for offline of a key that was replaced pass to its successor, as its drafts do (`decisions §8`). Each copy is moved, one
// after the other: nothing is downloaded again, and no more room is taken than one file. Whoever is interrupted goes on the next time.

const fileFolder = 'file/';
const answerFolder = 'answer/';

/**
 * Moves all copies of `from` to `to`: results first, as these are small and say most.
 * @param isOver asked before each step whether to stop: after a logout nothing may be written, and where a store does not answer nothing counts as moved
 * @returns whether there were any
 */
export async function inheritCopies(from: string, to: string, isOver: () => boolean): Promise<boolean> {
  const notes = await ifPossible(async () => copyNotes(from));
  if (!notes) return false;
  const copiesIn = (folder: string) =>
    notes.filter(([name]) => name.startsWith(folder)).map(([name, { pinned }]) => ({ name, pinned }));
  for (const { name, pinned } of copiesIn(answerFolder)) {
    const query = name.slice(answerFolder.length);
    if (!isOver() && (await moveResult(from, to, query, pinned, isOver)))
      await ifPossible(async () => evict(from, name));
  }
  for (const { name, pinned } of copiesIn(fileFolder))
    if (!isOver()) await moveFile(from, to, name.slice(fileFolder.length), pinned, isOver);
  const remaining = await ifPossible(async () => copyNotes(from));
  // its empty cache goes too
  if (remaining?.length === 0 && !isOver()) await removeCopies(from);
  return notes.length > 0;
}

/** Moves a result, unless the successor has a newer one; false where it must stay, as where the device has no room for it. */
async function moveResult(
  from: string,
  to: string,
  query: string,
  pinned: boolean,
  isOver: () => boolean,
): Promise<boolean> {
  const result = await readResultCopy(from, query);
  if (isOver()) return false;
  if (!result) return true;
  const own = await readResultCopy(to, query);
  if (isOver()) return false;
  return storeResultCopy(to, query, own && own.at >= result.at ? own : result, pinned);
}

/** Moves a file, unless the successor has it. */
async function moveFile(from: string, to: string, file: string, pinned: boolean, isOver: () => boolean): Promise<void> {
  const isThere = await hasFileCopy(to, file, pinned);
  if (isOver()) return;
  const content = isThere ? null : await readFileCopy(from, file);
  if (isOver()) return;
  const isStored = content === null || (await storeFileCopy(to, file, content, pinned));
  if (isOver()) return;
  await ifPossible(async () => evict(from, fileFolder + file));
  // on a full device its first copy has made room
  if (content && !isStored && !isOver()) await storeFileCopy(to, file, content, pinned);
}
