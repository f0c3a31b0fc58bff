import { useEffect, useState } from 'react';
import { notify } from '../lib/notify.ts';
import { isReplaced } from '../lib/offline/is-replaced.ts';
import type { LoadComponent } from './LazyScreen.tsx';
import type { NewVersionNoticeProps } from './NewVersionNotice.tsx';
import { useLazyComponent } from './use-lazy-component.ts';

const loadNotice: LoadComponent<NewVersionNoticeProps> = async () =>
  (await import('./NewVersionNotice.tsx')).NewVersionNotice;

/** When the notice itself cannot be loaded. */
async function offerReload(): Promise<boolean> {
  // offline, a reload would lose the page
  const isGone = await isReplaced().catch(() => false);
  if (isGone)
    notify.error('A part of the portal could not be loaded. There is a new version.', {
      label: 'New version - reload',
      run: () => location.reload(),
    });
  return isGone;
}

/** The notice also keeps the portal for offline use; neither is needed for the first paint, so both load later. */
export function Releases({ load = loadNotice }: { load?: LoadComponent<NewVersionNoticeProps> }) {
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
