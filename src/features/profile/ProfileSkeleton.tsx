import { siteColumns } from '../../records/site/site-columns.ts';
import layout from '../../ui/layout.module.css';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Fact, Facts } from './Facts.tsx';
import styles from './ProfileSkeleton.module.css';
import { WaitingBand } from './SiteBand.tsx';

/** Has the shape of the profile, so that nothing jumps when it loads. */
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
          <WaitingFacts columns="three" heights={[49, 49, 49, 74, 74, 74]} className={styles.facts} />
        </div>
      </div>
      <div aria-hidden="true">
        <WaitingFacts columns="four" heights={details} className={layout.plate} />
      </div>
    </>
  );
}

/** Of each card, in pixels. */
const details = siteColumns
  .flatMap(({ kind, card }) => (card ? [{ kind, place: card.place }] : []))
  .toSorted((a, b) => a.place - b.place)
  .map(({ kind }) => (kind === 'lines' ? 48 : 24));

interface WaitingFactsProps {
  columns: 'three' | 'four';
  /** Of the values, in pixels. */
  heights: readonly number[];
  className: string | undefined;
}

function WaitingFacts({ columns, heights, className = '' }: WaitingFactsProps) {
  return (
    <Facts label="" columns={columns} className={className}>
      {heights.map((height, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the places never move
        <Fact key={place} label={<Skeleton width="96px" height="18px" />}>
          <Skeleton width="150px" height={`${height}px`} />
        </Fact>
      ))}
    </Facts>
  );
}
