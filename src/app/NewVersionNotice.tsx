import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import styles from './NewVersionNotice.module.css';

/**
 * After a release an open tab asks for files that are gone. Offers a reload and never makes one by itself:
 * somebody may be in the middle of a form.
 */
export function NewVersionNotice() {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    // without a network the cause is another one, and a reload would lose the page
    const onFailure = () => setFailed(navigator.onLine);
    window.addEventListener('vite:preloadError', onFailure);
    return () => window.removeEventListener('vite:preloadError', onFailure);
  }, []);
  if (!failed) return null;
  return (
    <div className={styles['notice']} role="alert">
      <p>A part of the portal could not be loaded. There may be a new version.</p>
      <Button variant="primary" onClick={() => location.reload()}>
        New version - reload
      </Button>
    </div>
  );
}
