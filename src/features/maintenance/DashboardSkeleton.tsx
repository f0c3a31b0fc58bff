import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './DashboardSkeleton.module.css';

/** Figures and three rows before the tasks are there, in their places. */
export function DashboardSkeleton() {
  return (
    <div className={styles.skeleton}>
      <p className={styles.text} role="status">
        Loading tasks…
      </p>
      <div className={styles.counts}>
        {['total', 'visible', 'pdf', 'photos'].map((card) => (
          <Skeleton key={card} width="100%" height="64px" />
        ))}
      </div>
      {['first', 'second', 'third'].map((row) => (
        <Skeleton key={row} width="100%" height="190px" />
      ))}
    </div>
  );
}
