import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './SitesSkeleton.module.css';

/** In the place of the sites while they are fetched. */
export function SitesSkeleton() {
  return (
    <div className={styles.waiting}>
      <p role="status">Loading sites…</p>
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} width="100%" height="56px" />
      ))}
    </div>
  );
}
