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

// The offline copies of a key that was replaced pass to its successor, as its drafts do (`decisions §8`). They are moved one after the
// other, so that nothing is downloaded again and at most one file is on the device twice. An interrupted move continues the next time.

const fileFolder = 'file/';
const answerFolder = 'answer/';

/**
 * Moves all copies of the owner `from` to the owner `to`. Results are moved before files, because they are small and more useful.
 * @param isOver called before each step; true stops the move. Nothing may be written after a logout, and nothing can be moved while
 *   a store of the device does not answer.
 * @returns whether `from` had any copies
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
  // this removes the empty cache, too
  if (remaining?.length === 0 && !isOver()) await removeCopies(from);
  return notes.length > 0;
}

/**
 * Stores a result for the successor, unless the successor has a newer one. Returns whether the former key's copy may be deleted:
 * false when the result could not be stored, or when the move is over.
 */
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
  const successorResult = await readResultCopy(to, query);
  if (isOver()) return false;
  const newerResult = successorResult && successorResult.at >= result.at ? successorResult : result;
  return storeResultCopy(to, query, newerResult, pinned);
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
  // on a full device, the deletion of the former key's copy has made room
  if (content && !isStored && !isOver()) await storeFileCopy(to, file, content, pinned);
}
