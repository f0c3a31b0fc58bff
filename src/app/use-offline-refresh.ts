import { useEffect } from 'react';
import { canStoreFiles, pinnedPrefix, copiedQueries } from '../lib/device/copies.ts';
import { hasInheritedCopies, noteCompared, currentOwner } from '../lib/device/session-copies.ts';
import { isNoService } from '../lib/request-error.ts';
import { onReturn } from '../lib/screen/on-return.ts';
import { whenIdle } from '../lib/screen/when-idle.ts';

/** Refreshes the offline copies of sites. Its code is not loaded where there are none. Never throws: it tries again at the next opening. */
async function refreshCopies(): Promise<void> {
  try {
    // first the copies of replaced keys are moved, so that they are not downloaded again
    const anew = await hasInheritedCopies();
    const owner = currentOwner();
    if (owner === null || (await copiedQueries(owner, pinnedPrefix)).length === 0) return;
    const isCompared = await (await import('./refresh-pinned-sites.ts')).refreshPinnedSites(anew);
    if (anew && isCompared) noteCompared();
  } catch (error) {
    if (!isNoService(error)) console.warn('What is kept for offline could not be refreshed', error);
  }
}

/** Brings the offline copies of sites up to date, at the opening and when somebody returns. @param token of the confirmed session, null for none */
export function useOfflineRefresh(token: string | null): void {
  useEffect(() => {
    if (token === null || !canStoreFiles()) return undefined;
    const refresh = () => void refreshCopies();
    const cleanups = [whenIdle(refresh), onReturn(refresh)];
    return () => cleanups.forEach((logOut) => logOut());
  }, [token]);
}
