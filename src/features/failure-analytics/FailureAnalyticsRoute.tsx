import { useQuery } from '@tanstack/react-query';
import { SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { latestYear } from './reading/failure-totals.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AnalyticsSkeleton } from './reading/AnalyticsSkeleton.tsx';
import { failureSiteQuery } from './reading/failure-site.ts';
import { FailureAnalytics } from './reading/FailureAnalytics.tsx';
import styles from './FailureAnalyticsRoute.module.css';
import { YearChoice } from './reading/YearChoice.tsx';

/** What fails where, and whether it is getting better (`spec §2`, failure analytics). */
export function FailureAnalyticsRoute({ title }: { title: string }) {
  const { site, isAdmin, ready } = useSiteChoice();
  const record = useQuery({ ...failureSiteQuery(site), enabled: ready });
  const again = () => void record.refetch();

  return (
    <div className={styles.page}>
      <PageHeading title={title}>
        <div className={styles.filters}>
          {isAdmin && <SitePicker />}
          <YearChoice latest={record.data ? latestYear(record.data.posts) : null} />
        </div>
      </PageHeading>
      <p className={styles.subtitle}>Monitor and manage vehicle access point incidents</p>
      {!ready ? (
        <p className={styles.hint}>Select a site to see its failures.</p>
      ) : record.data ? (
        <>
          {record.isError && !record.isFetching && <LoadFailed message="Error fetching data." onRetry={again} />}
          <FailureAnalytics key={record.data.id} site={record.data} />
        </>
      ) : record.isFetching ? (
        <AnalyticsSkeleton />
      ) : record.isError ? (
        <LoadFailed message="Error fetching data." onRetry={again} />
      ) : isAdmin ? (
        <LoadFailed message="No data found for the selected name." onRetry={again} />
      ) : (
        <p className={styles.none}>No failure records yet.</p>
      )}
    </div>
  );
}
