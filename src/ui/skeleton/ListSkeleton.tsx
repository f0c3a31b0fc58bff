import layout from '../layout.module.css';
import styles from './ListSkeleton.module.css';
import { Skeleton } from './Skeleton.tsx';

interface ListSkeletonProps {
  text: string;
  rows: number;
  /** Of a row, in pixels. */
  height: number;
}

export function ListSkeleton({ text, rows, height }: ListSkeletonProps) {
  return (
    <div className={`${layout.tight} ${styles.list}`}>
      <p role="status">{text}</p>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} width="100%" height={`${height}px`} />
      ))}
    </div>
  );
}
