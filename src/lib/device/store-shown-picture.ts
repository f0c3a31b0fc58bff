import { signedNameOf } from '../file-names.ts';
import { whenIdle } from '../screen/when-idle.ts';
import { isOwnAnswer } from '../service-answer.ts';
import { hasFileCopy, storeFileCopy, canStoreFiles } from './copies.ts';
import { currentOwner } from './session-copies.ts';

/**
 * Stores a copy of a file, unless another key is logged in by now. Returns false when it was not stored.
 * @param owner the owner when the file was requested
 * @param pinned whether it belongs to a pinned site
 */
export async function storeForSession(
  owner: string | null,
  name: string,
  file: Blob,
  pinned = false,
): Promise<boolean> {
  if (owner === null || owner !== currentOwner() || !canStoreFiles()) return false;
  // no file of the portal is empty, so an empty response was damaged on its way and must not be stored as the file
  if (file.size === 0) return false;
  return storeFileCopy(owner, name, file, pinned);
}

let queue: Promise<void> = Promise.resolve();

/** Stores a copy of a picture that is on the screen. Pictures are stored one after the other while the browser is idle. */
export function storeShownPicture(url: string): void {
  const owner = currentOwner();
  const name = signedNameOf(url);
  if (owner === null || name === null || !canStoreFiles()) return;
  queue = queue.then(async () => {
    await new Promise<void>((resolve) => {
      whenIdle(resolve);
    });
    try {
      // signed URLs outlive a logout, but must not be used after it
      if (owner !== currentOwner() || (await hasFileCopy(owner, name))) return;
      // the browser answers from its HTTP cache, because the picture has just been loaded
      const response = await fetch(url, { cache: 'force-cache', priority: 'low' });
      const photo = await response.blob();
      const isPhoto = response.ok && isOwnAnswer(response.status, await photo.slice(0, 100).text(), 'file', photo.type);
      if (isPhoto) await storeForSession(owner, name, photo);
    } catch {
      // it is stored the next time that it is shown
    }
  });
}
