import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import styles from './AnalyticsSkeleton.module.css';

/** Figures and the first plate before the counts are there, in their places (`spec §2`: the text). */
export function AnalyticsSkeleton() {
  return (
    <div className={styles.skeleton}>
      <p className={styles.text} role="status">
        Loading analytics data...
      </p>
      <div className={styles.figures}>
        {['total', 'share', 'posts', 'pace'].map((figure) => (
          <Skeleton key={figure} width="100%" height="104px" />
        ))}
      </div>
      <Skeleton width="100%" height="260px" />
      <Skeleton width="100%" height="420px" />
    </div>
  );
}
