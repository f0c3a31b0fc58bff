import { useEffect, useState } from 'react';
import { message, t } from '../lib/language/translate.ts';
import { notify } from '../lib/notify.ts';
import { isReplaced } from '../lib/offline/is-replaced.ts';
import { type LoadComponent, useLazyComponent } from './LazyScreen.tsx';
import type { NewVersionNoticeProps } from './NewVersionNotice.tsx';

const loadNotice: LoadComponent<NewVersionNoticeProps> = async () =>
  (await import('./NewVersionNotice.tsx')).NewVersionNotice;

/** Offers a new version in a toast, when its notice cannot be loaded. Returns whether there is a new version. */
async function offerReload(): Promise<boolean> {
  // offline, a reload would lose the page
  const isGone = await isReplaced().catch(() => false);
  if (isGone)
    notify.error(t('A part of the portal could not be loaded. There is a new version.'), {
      label: message('New version - reload'),
      run: () => location.reload(),
    });
  return isGone;
}

/** Loads `NewVersionNotice` after the first paint. The notice also stores the portal for offline use, and follows the language. */
export function ReleaseNotice({ load = loadNotice }: { load?: LoadComponent<NewVersionNoticeProps> }) {
  const [Notice, fetchNow] = useLazyComponent(load, offerReload);
  const [missing, setMissing] = useState(0);
  useEffect(() => {
    const onMissing = () => {
      setMissing((before) => before + 1);
      fetchNow();
    };
    addEventListener('vite:preloadError', onMissing);
    return () => removeEventListener('vite:preloadError', onMissing);
  }, [fetchNow]);
  return Notice && <Notice missing={missing} />;
}
