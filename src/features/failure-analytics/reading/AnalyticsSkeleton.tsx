import layout from '../../../ui/layout.module.css';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import styles from './AnalyticsSkeleton.module.css';
import summary from './summary-layout.module.css';

export function AnalyticsSkeleton() {
  return (
    <div className={`${layout.loose} ${styles.waiting}`}>
      <div className={summary.summary}>
        <p className={styles.text} role="status">
          Loading analytics data...
        </p>
        <div className={`${layout.figures} ${summary.figures}`}>
          {['failures', 'share', 'posts', 'pace'].map((figure) => (
            <Skeleton key={figure} width="100%" height="var(--figure-height)" />
          ))}
        </div>
        <div className={layout.tight}>
          <Skeleton width="240px" height="26px" />
          <Skeleton width="100%" height="var(--map-height)" />
        </div>
      </div>
      <Skeleton width="100%" height="640px" />
    </div>
  );
}
