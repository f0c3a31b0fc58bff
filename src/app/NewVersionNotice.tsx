import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import styles from './NewVersionNotice.module.css';

async function isReplaced(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  const response = await fetch(`${location.origin}/`, { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
  return response.ok && script !== null && !(await response.text()).includes(new URL(script.src).pathname);
}

/** After a release an open tab asks for files that are gone. Never reloads by itself: a form may be open. */
export function NewVersionNotice() {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const onLoadError = () =>
      void isReplaced().then(
        (replaced) => setFailed(replaced),
        // no network: a reload would lose the page
        () => undefined,
      );
    window.addEventListener('vite:preloadError', onLoadError);
    return () => window.removeEventListener('vite:preloadError', onLoadError);
  }, []);
  if (!failed) return null;
  return (
    <div className={styles.notice} role="alert">
      <p>A part of the portal could not be loaded. There may be a new version.</p>
      <Button variant="primary" onClick={() => location.reload()}>
        New version - reload
      </Button>
    </div>
  );
}
