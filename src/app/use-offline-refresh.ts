import { useEffect } from 'react';
import { canStoreFiles, pinnedPrefix, copiedQueries } from '../lib/device/copies.ts';
import { hasInheritedCopies, noteInheritedChecked, currentOwner } from '../lib/device/session-copies.ts';
import { isNoService } from '../lib/request-error.ts';
import { onReturn } from '../lib/screen/on-return.ts';
import { whenIdle } from '../lib/screen/when-idle.ts';

/** Refreshes the offline copies of sites. Without copies it loads no code for that. Never throws: the next opening tries again. */
async function refreshCopies(): Promise<void> {
  try {
    // waits until this key has the copies of the keys that it replaced, so that they are not downloaded again
    const hasInherited = await hasInheritedCopies();
    const owner = currentOwner();
    if (owner === null || (await copiedQueries(owner, pinnedPrefix)).length === 0) return;
    const areAllAllowed = await (await import('./refresh-pinned-sites.ts')).refreshPinnedSites(hasInherited);
    if (hasInherited && areAllAllowed) noteInheritedChecked();
  } catch (error) {
    if (!isNoService(error)) console.warn('What is kept for offline could not be refreshed', error);
  }
}

/**
 * Refreshes the offline copies of sites when the portal is opened and when somebody returns to it.
 * @param token the token of the confirmed session; null for none
 */
export function useOfflineRefresh(token: string | null): void {
  useEffect(() => {
    if (token === null || !canStoreFiles()) return undefined;
    const refresh = () => void refreshCopies();
    const cleanups = [whenIdle(refresh), onReturn(refresh)];
    return () => cleanups.forEach((cleanUp) => cleanUp());
  }, [token]);
}
