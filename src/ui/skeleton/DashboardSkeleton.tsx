import styles from './DashboardSkeleton.module.css';
import layout from '../layout.module.css';
import { Skeleton } from './Skeleton.tsx';

interface DashboardSkeletonProps {
  /** Said and shown above the rest. */
  text: string;
  /** Height of each of the four figures in pixels; without it there are none. */
  figures?: number;
  /** Of the plates below, in pixels. */
  heights: readonly number[];
  className?: string;
}

/** Has the final sizes, so that nothing moves when the data comes. */
export function DashboardSkeleton({ text, figures, heights, className = layout.stack }: DashboardSkeletonProps) {
  return (
    <div className={className}>
      <p className={styles.text} role="status">
        {text}
      </p>
      {figures !== undefined && (
        <div className={layout.figures}>
          {Array.from({ length: 4 }, (_, figure) => (
            <Skeleton key={figure} width="100%" height={`${figures}px`} />
          ))}
        </div>
      )}
      {heights.map((height, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the places never move
        <Skeleton key={place} width="100%" height={`${height}px`} />
      ))}
    </div>
  );
}
