import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { KindSelect } from '../../components/task/KindSelect.tsx';
import { SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Dashboard } from './Dashboard.tsx';
import { DashboardSkeleton } from '../../ui/skeleton/DashboardSkeleton.tsx';
import layout from '../../ui/layout.module.css';
import styles from './MaintenanceRoute.module.css';
import { months, taskYears } from '../../records/time.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { readDashboardFilter } from './task-filter.ts';

/** The task dashboard (`spec §2`), under the name it was opened with. */
export function MaintenanceRoute() {
  const { site, isAdmin, ready } = useSiteChoice();
  const [params] = useSearchParams();
  const record = useQuery({ ...siteRecordQuery(site), enabled: ready });

  return (
    <div className={`${layout.stack} ${styles.maintenance}`}>
      <PageHeading title={params.get('view') === 'inspection' ? 'Inspection Report' : 'Maintenance Report'}>
        <div className={styles.filters}>
          {isAdmin && <SitePicker />}
          <TaskFilters />
        </div>
      </PageHeading>
      {record.data && <p className={styles.site}>{record.data.sitename ?? record.data.name}</p>}
      {!ready ? (
        <p className={styles.hint}>Select a site to see its tasks.</p>
      ) : record.data ? (
        <Dashboard key={record.data.id} site={record.data} />
      ) : record.isFetching ? (
        <DashboardSkeleton text="Loading tasks…" className={layout.loose} figures={64} heights={[190, 190, 190]} />
      ) : record.isError ? (
        <LoadFailed message="Failed to fetch tasks." onRetry={() => void record.refetch()} />
      ) : (
        <LoadFailed message="No data found for the selected name." onRetry={() => void record.refetch()} />
      )}
    </div>
  );
}

const years = taskYears.map((year) => ({ value: year, label: year }));

/** Year, month and kind, kept in the query string; replaced and not pushed, so that Back leaves the page. */
function TaskFilters() {
  const [params, setParams] = useSearchParams();
  const { year, month, kind } = readDashboardFilter(params);
  const choose = (key: 'year' | 'month' | 'kind', value: string) => {
    const next = new URLSearchParams(params);
    if (value) next.set(key, value);
    else next.delete(key);
    setParams(next, { replace: true });
  };
  return (
    <div className={styles.period}>
      <SelectField
        label="Year"
        value={year ?? ''}
        onChange={(value) => choose('year', value)}
        options={[{ value: '', label: 'All years' }, ...years]}
      />
      <SelectField
        label="Month"
        value={month ?? ''}
        onChange={(value) => choose('month', value)}
        options={[{ value: '', label: 'All months' }, ...months]}
      />
      <KindSelect value={kind ?? ''} onChange={(value) => choose('kind', value)} />
    </div>
  );
}
