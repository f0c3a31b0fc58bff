import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths of the final content. */
  width: string;
  height: string;
}

export function Skeleton({ width, height }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" data-waiting />;
}
