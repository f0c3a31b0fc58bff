import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { BackLink } from '../../components/BackLink.tsx';
import { SiteLoaded } from '../../components/offline/SiteLoaded.tsx';
import { NoSiteData, SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { KindSelect } from '../../components/task/TaskMarks.tsx';
import { t } from '../../lib/language/translate.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import * as paths from '../../records/portal-paths.ts';
import { siteTitle } from '../../records/site/site-columns.ts';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { monthLabel, monthOfYear, months, taskYears } from '../../records/time.ts';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Dashboard, readDashboardFilter } from './Dashboard.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './Dashboard.module.css';

/** The task dashboard (`spec §2`). */
export function MaintenanceRoute() {
  const { site, picks, ready } = useSiteChoice();
  const [params] = useSearchParams();
  const record = useQuery({ ...siteRecordQuery(site), enabled: ready });
  const isLoading = ready && !record.data && record.isFetching && !hasFailed(record);

  return (
    <div className={`${layout.gap4} ${layout.top} ${styles.screen}`}>
      <div>
        {!picks && (
          // a person who picks a site has this link below the picker
          <BackLink className={`${layout.target} ${texts.smaller} ${styles.back}`} to={paths.serviceHistory}>
            {t('Service History')}
          </BackLink>
        )}
        <PageHeading
          title={headingOf(params)}
          subtitle={
            isLoading ? <Skeleton width="min(11.25rem, 100%)" height="1.5rem" /> : record.data && siteTitle(record.data)
          }
        >
          <div className={`${layout.wrap} ${styles.filters}`}>
            {picks && <SitePicker />}
            <TaskFilters />
          </div>
        </PageHeading>
      </div>
      {!ready ? (
        <p className={texts.muted}>{t('Select a site to see its visits.')}</p>
      ) : (
        <SiteLoaded
          site={site}
          query={record}
          error={t('Failed to fetch tasks.')}
          skeleton={<TasksSkeleton />}
          none={<NoSiteData onRetry={() => void record.refetch()} />}
        >
          {(data) => <Dashboard key={data.id} site={data} />}
        </SiteLoaded>
      )}
    </div>
  );
}

/** The name of the screen; if a month is chosen, with the month: `Maintenance Report, November 2026`. */
function headingOf(params: URLSearchParams): string {
  const { year, month } = readDashboardFilter(params);
  const isInspection = params.get('view') === 'inspection';
  if (!year || !month) return isInspection ? t('Inspection Report') : t('Maintenance Report');
  const when = monthOfYear(month, year);
  return isInspection ? t('Inspection Report, {when}', { when }) : t('Maintenance Report, {when}', { when });
}

const years = taskYears.map((year) => ({ value: year, label: year }));

function TaskFilters() {
  const [params, change] = useQueryValues<'year' | 'month' | 'kind'>();
  const { year, month, kind } = readDashboardFilter(params);
  return (
    <div className={`${layout.gap4} ${styles.taskFilters}`}>
      <SelectField
        label={t('Year')}
        value={year ?? ''}
        onChange={(chosen) => change({ year: chosen })}
        options={[{ value: '', label: t('All years') }, ...years]}
      />
      <SelectField
        label={t('Month')}
        value={month ?? ''}
        onChange={(chosen) => change({ month: chosen })}
        options={[
          { value: '', label: t('All months') },
          ...months.map(({ value }) => ({ value, label: monthLabel(value) })),
        ]}
      />
      <KindSelect value={kind ?? ''} onChange={(chosen) => change({ kind: chosen })} />
    </div>
  );
}

/** Placeholders for the figures and for task cards in their final sizes, so that nothing moves when they are loaded. */
function TasksSkeleton() {
  return (
    <div className={layout.gap5}>
      <p className={`${layout.target} ${texts.hint} ${styles.waitingText}`} role="status">
        {t('Loading visits…')}
      </p>
      <Skeleton width="100%" height="4rem" />
      <div className={surface.plate}>
        {Array.from({ length: 3 }, (_, card) => (
          <div key={card} className={`${surface.divided} ${styles.waitingCard}`}>
            <Skeleton width="7.5rem" height="3.375rem" />
            <div className={layout.gap3}>
              <Skeleton width="min(20rem, 80%)" height="1.75rem" />
              <Skeleton width="min(65ch, 100%)" height="3rem" />
              <Skeleton width="min(21rem, 100%)" height="var(--control)" />
            </div>
            <Skeleton width="19rem" height="4.5rem" />
          </div>
        ))}
      </div>
    </div>
  );
}
