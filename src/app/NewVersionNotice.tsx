import { useEffect, useState } from 'react';
import { reloadNewest, startOffline } from '../lib/offline/offline-shell.ts';
import { useUnsaved } from '../lib/unsaved.ts';
import { Button } from '../ui/Button.tsx';
import styles from './NewVersionNotice.module.css';

/** Asks the host itself: a service worker answers only the opening of a page. */
async function isReplaced(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  const response = await fetch(`${location.origin}/`, { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
  return response.ok && script !== null && !(await response.text()).includes(new URL(script.src).pathname);
}

const texts = {
  released: 'There is a new version of the portal.',
  missing: 'A part of the portal could not be loaded. There is a new version.',
} as const;

/**
 * Offers the next release: when its files have come, or when a file of this one is gone. Never reloads by itself: a form
 * may be open.
 */
export function NewVersionNotice() {
  const [why, setWhy] = useState<keyof typeof texts | null>(null);
  const [loading, setLoading] = useState(false);
  const unsaved = useUnsaved();
  useEffect(() => {
    const offer = (reason: keyof typeof texts) =>
      void isReplaced().then(
        (replaced) => setWhy((before) => (replaced ? reason : before)),
        // no network: a reload would lose the page
        () => undefined,
      );
    const onLoadError = () => offer('missing');
    window.addEventListener('vite:preloadError', onLoadError);
    if (import.meta.env.PROD) void startOffline(() => offer('released'));
    return () => window.removeEventListener('vite:preloadError', onLoadError);
  }, []);
  if (!why) return null;
  const reload = async () => {
    setLoading(true);
    await reloadNewest();
    // a page that asks before it is left may stay
    setLoading(false);
  };
  return (
    <div className={styles.notice} role={why === 'missing' ? 'alert' : 'status'}>
      <p>
        {texts[why]} {unsaved !== null && <span>{`Before you reload: ${unsaved}`}</span>}
      </p>
      <div className={styles.actions}>
        <Button variant="primary" busy={loading} onClick={() => void reload()}>
          New version - reload
        </Button>
        <Button onClick={() => setWhy(null)}>Later</Button>
      </div>
    </div>
  );
}
