import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './HistorySkeleton.module.css';

/** Filters and rows before the tasks are there, in their places. */
export function HistorySkeleton() {
  return (
    <div className={styles.skeleton}>
      <p className={styles.text} role="status">
        Loading tasks…
      </p>
      <Skeleton width="100%" height="64px" />
      <Skeleton width="100%" height="136px" />
      <Skeleton width="100%" height="480px" />
    </div>
  );
}
