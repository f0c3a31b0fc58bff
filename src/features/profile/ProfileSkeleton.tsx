import layout from '../../ui/layout.module.css';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Fact, Facts } from './Facts.tsx';
import styles from './ProfileSkeleton.module.css';
import { WaitingBand } from './SiteBand.tsx';

/** The profile before its record is there, in its shape, so that nothing jumps when it comes. */
export function ProfileSkeleton() {
  return (
    <>
      <div className={`${layout.plate} ${styles.plate}`}>
        <WaitingBand title="Profile" line="Loading profile information..." />
        <div aria-hidden="true">
          <div className={styles.year}>
            <div className={layout.spread}>
              <div className={styles.lines}>
                <Skeleton width="120px" height="25px" />
                <Skeleton width="290px" height="22px" />
              </div>
              <Skeleton width="256px" height="62px" />
            </div>
            <div className={styles.months}>
              {Array.from({ length: 12 }, (_, month) => (
                <Skeleton key={month} width="100%" height="72px" />
              ))}
            </div>
            <Skeleton width="180px" height="20px" />
          </div>
          <WaitingFacts count={6} columns="three" height="66px" />
        </div>
      </div>
      <div aria-hidden="true">
        <WaitingFacts count={11} columns="four" height="24px" className={layout.plate} />
      </div>
    </>
  );
}

interface WaitingFactsProps {
  count: number;
  columns: 'three' | 'four';
  /** Of a value. */
  height: string;
  className?: string | undefined;
}

function WaitingFacts({ count, columns, height, className }: WaitingFactsProps) {
  return (
    <Facts label="" columns={columns} {...(className !== undefined && { className })}>
      {Array.from({ length: count }, (_, place) => (
        <Fact key={place} label={<Skeleton width="96px" height="18px" />}>
          <Skeleton width="150px" height={height} />
        </Fact>
      ))}
    </Facts>
  );
}
