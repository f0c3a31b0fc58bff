import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './ChangesSkeleton.module.css';

/** In the place of the changes while they are fetched. */
export function ChangesSkeleton() {
  return (
    <div className={styles.waiting}>
      <p role="status">Loading changes…</p>
      {['a', 'b', 'c', 'd'].map((row) => (
        <Skeleton key={row} width="100%" height="88px" />
      ))}
    </div>
  );
}
