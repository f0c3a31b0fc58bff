import { useCopyTime } from '../lib/saved/use-copy-time.ts';
import styles from './NeedsConnection.module.css';

/** Beside what would write, while copies are shown. @param what the thing to do, such as `Saving`. */
export function NeedsConnection({ what }: { what: string }) {
  if (useCopyTime() === null) return null;
  return <p className={styles.needs}>{`${what} needs a connection.`}</p>;
}
