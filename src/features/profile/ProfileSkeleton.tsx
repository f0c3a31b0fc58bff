import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import styles from './ProfileSkeleton.module.css';

/** The plate before its record is there, of the same height. */
export function ProfileSkeleton() {
  return (
    <>
      <PageHeading title="Profile">
        <p role="status">Loading profile information...</p>
      </PageHeading>
      <div className={styles.plate} aria-hidden="true">
        <div className={styles.band} />
        <div className={styles.cells}>
          {Array.from({ length: 12 }, (_, index) => (
            <div key={index} className={styles.cell}>
              <Skeleton width="96px" height="14px" />
              <Skeleton width="70%" height="22px" />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
