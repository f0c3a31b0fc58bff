import layout from '../../ui/layout.module.css';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import styles from './TasksSkeleton.module.css';

/** Four figures and a list of task cards in their final sizes, so that nothing moves when they load. */
export function TasksSkeleton() {
  return (
    <div className={layout.loose}>
      <p className={styles.text} role="status">
        Loading tasks…
      </p>
      <div className={layout.figures}>
        {Array.from({ length: 4 }, (_, figure) => (
          <Skeleton key={figure} width="100%" height="64px" />
        ))}
      </div>
      <div className={layout.plate}>
        {Array.from({ length: 3 }, (_, card) => (
          <div key={card} className={styles.card}>
            <Skeleton width="120px" height="54px" />
            <div className={layout.tight}>
              <Skeleton width="min(320px, 80%)" height="28px" />
              <Skeleton width="min(65ch, 100%)" height="48px" />
              <Skeleton width="304px" height="72px" />
            </div>
            <Skeleton width="168px" height="var(--control)" />
          </div>
        ))}
      </div>
    </div>
  );
}
