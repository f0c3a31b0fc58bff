import { useQuery } from '@tanstack/react-query';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { SitePicker } from '../../components/SitePicker.tsx';
import { useSiteChoice } from '../../components/use-site-choice.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { LatestActivity } from './LatestActivity.tsx';
import { ProfileOverview } from './ProfileOverview.tsx';
import { ProfilePlate } from './ProfilePlate.tsx';
import styles from './ProfileRoute.module.css';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';

const noData = 'No profile data available. Please check your connection and try again.';

/** The site profile (`spec §2`). No row and a failed load read the same. */
export function ProfileRoute() {
  const { site, isAdmin, ready } = useSiteChoice();
  const record = useQuery({ ...siteRecordQuery(site), enabled: ready });

  return (
    <div className={styles.profile}>
      {isAdmin && <SitePicker />}
      {!ready ? (
        <PageHeading title="Profile">
          <p className={styles.hint}>Select a site to see its profile.</p>
        </PageHeading>
      ) : record.data ? (
        <>
          <ProfilePlate site={record.data} now={new Date(record.dataUpdatedAt)} />
          <div className={styles.below}>
            <ProfileOverview />
            <LatestActivity tasks={record.data.tasks2024} site={site} />
          </div>
        </>
      ) : record.isFetching ? (
        <ProfileSkeleton />
      ) : (
        <>
          <PageHeading title="Profile" />
          <LoadFailed message={noData} onRetry={() => void record.refetch()} />
        </>
      )}
    </div>
  );
}
