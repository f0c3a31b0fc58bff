import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import layout from '../../ui/layout.module.css';
import styles from './HistorySkeleton.module.css';

/** Has the final layout, so that nothing moves when the list loads. */
export function HistorySkeleton() {
  return (
    <div className={layout.tight}>
      <div className={styles.months}>
        {Array.from({ length: 13 }, (_, month) => (
          <Skeleton key={month} width="100%" height="var(--control)" />
        ))}
      </div>
      <p className={styles.count} role="status">
        Loading tasks…
      </p>
      <div className={styles.table}>
        {Array.from({ length: 8 }, (_, row) => (
          <div key={row} className={styles.row}>
            <Skeleton width="96px" height="22px" />
            <Skeleton width="80%" height="22px" />
            <Skeleton width="100%" height="44px" />
            <Skeleton width="48px" height="22px" />
          </div>
        ))}
      </div>
    </div>
  );
}
