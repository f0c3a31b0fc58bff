import { useEffect, useState } from 'react';
import { message, t } from '../lib/language/translate.ts';
import { notify } from '../lib/notify.ts';
import { isReplaced } from '../lib/offline/is-replaced.ts';
import { type LoadComponent, useLazyComponent } from './LazyScreen.tsx';
import type { NewVersionNoticeProps } from './NewVersionNotice.tsx';

const loadNotice: LoadComponent<NewVersionNoticeProps> = async () =>
  (await import('./NewVersionNotice.tsx')).NewVersionNotice;

/** Offers a new version in a toast when `NewVersionNotice` cannot be loaded. Returns whether there is a new version. */
async function offerReload(): Promise<boolean> {
  // without an answer no reload is offered, because it would lose the page
  const isNewVersion = await isReplaced().catch(() => false);
  if (isNewVersion)
    notify.error(t('A part of the portal could not be loaded. There is a new version.'), {
      label: message('New version - reload'),
      run: () => location.reload(),
    });
  return isNewVersion;
}

/**
 * Loads `NewVersionNotice` after the first paint, or at once when a chunk is missing. That component also stores the portal for
 * offline use, and follows the language that another tab chooses.
 */
export function ReleaseNotice({ load = loadNotice }: { load?: LoadComponent<NewVersionNoticeProps> }) {
  const [Notice, fetchNow] = useLazyComponent(load, offerReload);
  const [missingCount, setMissingCount] = useState(0);
  useEffect(() => {
    const onMissing = () => {
      setMissingCount((before) => before + 1);
      fetchNow();
    };
    addEventListener('vite:preloadError', onMissing);
    return () => removeEventListener('vite:preloadError', onMissing);
  }, [fetchNow]);
  return Notice && <Notice missingCount={missingCount} />;
}
