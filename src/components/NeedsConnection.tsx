import { useCopyTime } from '../lib/saved/use-copy-time.ts';
import { useOffline } from '../lib/screen/use-offline.ts';
import styles from './NeedsConnection.module.css';

/**
 * Beside what would write, while copies are shown or the network is known to be gone.
 * @param what the thing to do, such as `Saving`.
 */
export function NeedsConnection({ what }: { what: string }) {
  const showsCopies = useCopyTime() !== null;
  const isOffline = useOffline();
  if (!showsCopies && !isOffline) return null;
  return <p className={styles.needs}>{`${what} needs a connection.`}</p>;
}
