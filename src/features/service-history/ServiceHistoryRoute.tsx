import { useQuery } from '@tanstack/react-query';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TaskHistory } from './TaskHistory.tsx';
import { DashboardSkeleton } from '../../ui/skeleton/DashboardSkeleton.tsx';
import layout from '../../ui/layout.module.css';
import styles from './ServiceHistoryRoute.module.css';

/** Every visible task of a site over all years: where clients meet their tasks (`spec §2`). */
export function ServiceHistoryRoute({ title }: { title: string }) {
  const { site, isAdmin, ready } = useSiteChoice();
  const record = useQuery({ ...siteRecordQuery(site), enabled: ready });
  const again = () => void record.refetch();

  return (
    <div className={`${layout.stack} ${styles.page}`}>
      <PageHeading title={title}>
        {isAdmin && (
          <div className={styles.picker}>
            <SitePicker />
          </div>
        )}
      </PageHeading>
      {record.data && <p className={styles.site}>{record.data.sitename ?? record.data.name}</p>}
      {!ready ? (
        <p className={styles.hint}>Select a site to see its service history.</p>
      ) : record.data ? (
        <>
          {record.isError && !record.isFetching && <LoadFailed message="Error fetching data." onRetry={again} />}
          <TaskHistory key={record.data.id} record={record.data} site={site} />
        </>
      ) : record.isFetching ? (
        <DashboardSkeleton text="Loading tasks…" heights={[64, 136, 480]} />
      ) : (
        <LoadFailed
          message={record.isError ? 'Error fetching data.' : 'No data found for the selected name.'}
          onRetry={again}
        />
      )}
    </div>
  );
}
