import { signedNameOf } from '../file-names.ts';
import { whenIdle } from '../screen/when-idle.ts';
import { isOwnAnswer } from '../service-answer.ts';
import { hasFileCopy, storeFileCopy, canStoreFiles } from './copies.ts';
import { currentOwner } from './session-copies.ts';

/**
 * Stores a copy of a file, unless somebody else is logged in by now; false when it was not stored.
 * @param pinned whether it belongs to a pinned site
 */
export async function storeForSession(
  owner: string | null,
  name: string,
  file: Blob,
  pinned = false,
): Promise<boolean> {
  if (owner === null || owner !== currentOwner() || !canStoreFiles()) return false;
  // no stored file is empty: the response was lost on its way, and must not take the file's place
  if (file.size === 0) return false;
  return storeFileCopy(owner, name, file, pinned);
}

let queue: Promise<void> = Promise.resolve();

/** Stores a copy of a picture that is on the screen; one at a time, while the browser is idle. */
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
      // comes from the browser's own cache, as the picture has just been loaded
      const response = await fetch(url, { cache: 'force-cache', priority: 'low' });
      const photo = await response.blob();
      const isPhoto = response.ok && isOwnAnswer(response.status, await photo.slice(0, 100).text(), 'file', photo.type);
      if (isPhoto) await storeForSession(owner, name, photo);
    } catch {
      // the next time that it is shown tries again
    }
  });
}
