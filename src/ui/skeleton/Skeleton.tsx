import layout from '../layout.module.css';
import texts from '../text.module.css';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** The CSS lengths of the content that will replace it. */
  width: string;
  height: string;
}

/** A grey box in place of content that is loading. */
export function Skeleton({ width, height }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" data-waiting />;
}

interface ListSkeletonProps {
  text: string;
  rows: number;
  /** The height of a row, in pixels. */
  height: number;
}

/** Grey boxes in place of a list that is loading, with a text that says so. */
export function ListSkeleton({ text, rows, height }: ListSkeletonProps) {
  return (
    <div className={`${layout.gap3} ${texts.muted}`}>
      <p role="status">{text}</p>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} width="100%" height={`${height / 16}rem`} />
      ))}
    </div>
  );
}
