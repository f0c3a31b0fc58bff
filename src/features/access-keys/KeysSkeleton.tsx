import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './KeysSkeleton.module.css';

/** In the place of the keys while they are fetched. */
export function KeysSkeleton() {
  return (
    <div className={styles.waiting}>
      <p role="status">Loading access keys…</p>
      {['a', 'b', 'c', 'd'].map((row) => (
        <Skeleton key={row} width="100%" height="64px" />
      ))}
    </div>
  );
}
