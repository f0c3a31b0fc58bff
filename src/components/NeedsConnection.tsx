import { useSyncExternalStore } from 'react';
import { useCopyTime } from '../lib/saved/use-copy-time.ts';
import styles from './NeedsConnection.module.css';

/** Beside actions that write, while offline or showing copies. @param what the action, such as `Saving` */
export function NeedsConnection({ what }: { what: string }) {
  const showsCopies = useCopyTime() !== null;
  const isOffline = useOffline();
  if (!showsCopies && !isOffline) return null;
  return <p className={styles.needs}>{`${what} needs a connection.`}</p>;
}

function onConnectivityChange(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** `navigator.onLine` can be true without a connection. */
function useOffline(): boolean {
  return useSyncExternalStore(onConnectivityChange, () => !navigator.onLine);
}
