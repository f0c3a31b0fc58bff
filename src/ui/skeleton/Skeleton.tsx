import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths, so that the place has its final size before the content is there. */
  width: string;
  height: string;
}

export function Skeleton({ width, height }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" data-waiting />;
}
