import layout from '../layout.module.css';
import texts from '../text.module.css';
import { Skeleton } from './Skeleton.tsx';

interface ListSkeletonProps {
  text: string;
  rows: number;
  /** Of a row, in pixels. */
  height: number;
}

export function ListSkeleton({ text, rows, height }: ListSkeletonProps) {
  return (
    <div className={`${layout.tight} ${texts.muted}`}>
      <p role="status">{text}</p>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} width="100%" height={`${height}px`} />
      ))}
    </div>
  );
}
