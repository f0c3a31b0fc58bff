import { useEffect } from 'react';
import { canStoreFiles, pinnedPrefix, copiedQueries } from '../lib/device/copies.ts';
import { hasInheritedCopies, noteCompared, currentOwner } from '../lib/device/session-copies.ts';
import { isNoService } from '../lib/request-error.ts';
import { onReturn } from '../lib/screen/on-return.ts';
import { whenIdle } from '../lib/screen/when-idle.ts';

/** Refreshes the offline copies of sites. Where there are none, its code is not loaded. Never throws: the next opening tries again. */
async function refreshCopies(): Promise<void> {
  try {
    // waits until the copies of replaced keys are this key's, so that they are not downloaded again
    const hasInherited = await hasInheritedCopies();
    const owner = currentOwner();
    if (owner === null || (await copiedQueries(owner, pinnedPrefix)).length === 0) return;
    const isCompared = await (await import('./refresh-pinned-sites.ts')).refreshPinnedSites(hasInherited);
    if (hasInherited && isCompared) noteCompared();
  } catch (error) {
    if (!isNoService(error)) console.warn('What is kept for offline could not be refreshed', error);
  }
}

/**
 * Refreshes the offline copies of sites when the portal is opened and when somebody returns to it.
 * @param token of the confirmed session; null for none
 */
export function useOfflineRefresh(token: string | null): void {
  useEffect(() => {
    if (token === null || !canStoreFiles()) return undefined;
    const refresh = () => void refreshCopies();
    const cleanups = [whenIdle(refresh), onReturn(refresh)];
    return () => cleanups.forEach((cleanUp) => cleanUp());
  }, [token]);
}
