import { signedNameOf } from '../file-names.ts';
import { whenIdle } from '../screen/when-idle.ts';
import { hasFile, keepFile } from './saved-files.ts';
import { sessionOwner } from './saved-owner.ts';
import { keepsFiles } from './saved-store.ts';

/**
 * Keeps a file for whoever began to fetch it, unless somebody else is logged in by now.
 * @param pinned its site is kept for offline. False where it was not kept.
 */
export async function keepForSession(owner: string | null, name: string, file: Blob, pinned = false): Promise<boolean> {
  if (owner === null || owner !== sessionOwner() || !keepsFiles()) return false;
  // no stored file is empty: it is an answer that was lost on its way, and would stay in the place of the file
  if (file.size === 0) return false;
  return keepFile(owner, name, file, pinned);
}

let last: Promise<void> = Promise.resolve();

/** Keeps a picture that is on the screen: one after the other, when nothing else is going on. */
export function keepShown(url: string): void {
  const owner = sessionOwner();
  const name = signedNameOf(url);
  if (owner === null || name === null || !keepsFiles()) return;
  last = last.then(async () => {
    await new Promise<void>((resolve) => {
      whenIdle(resolve);
    });
    try {
      // the links of a session that has ended are not for what is left of it
      if (owner !== sessionOwner() || (await hasFile(owner, name))) return;
      // the browser has just loaded it, and gives it out of its own cache
      const response = await fetch(url, { cache: 'force-cache', priority: 'low' });
      if (response.ok) await keepForSession(owner, name, await response.blob());
    } catch {
      // the next time it is shown
    }
  });
}
