import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { SiteLoaded } from '../../components/offline/SiteLoaded.tsx';
import { NoSiteData, SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { t } from '../../lib/language/translate.ts';
import { useDeferredArrival } from '../../lib/screen/pace.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { siteTitle } from '../../records/site/site-columns.ts';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { FaultHistory } from './faults/FaultHistory.tsx';
import { showsMonths } from './history-filters.ts';
import { HistoryControls } from './HistoryControls.tsx';
import { TaskHistory } from './TaskHistory.tsx';
import { useHistory } from './use-history.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskHistory.module.css';

/** All visible tasks of a site, over all years (`spec §2`), or its faults with `?show=faults`. */
export function ServiceHistoryRoute({ title }: { title: string }) {
  const { site, picks, ready } = useSiteChoice();
  const record = useQuery({ ...siteRecordQuery(site), enabled: ready });
  const deferred = useDeferredArrival(record);
  const loadedRecord = deferred.data ?? undefined;
  const history = useHistory(loadedRecord, site);
  const search = useRef<HTMLInputElement>(null);
  const [params, change] = useQueryValues<'show' | 'page'>();
  const showsFaults = params.get('show') === 'faults';
  const isLoading = ready && !loadedRecord && deferred.isFetching && !hasFailed(deferred);

  return (
    <div className={`${layout.gap3} ${layout.top} ${styles.screen} ${picks ? styles.close : ''}`}>
      <div className={`${layout.spread} ${picks ? styles.picked : ''}`}>
        <div className={layout.apart}>
          <PageHeading
            title={title}
            subtitle={isLoading ? <Skeleton width="11.25rem" height="1.5rem" /> : record.data && siteTitle(record.data)}
          />
          {ready && (
            <div className={styles.which}>
              <Segments
                label={t('Show')}
                choices={[
                  { value: 'visits', label: t('Visits') },
                  { value: 'faults', label: t('Faults') },
                ]}
                chosen={showsFaults ? 'faults' : 'visits'}
                onChoose={(show) => change({ show: show === 'faults' ? show : '', page: '' })}
              />
            </div>
          )}
        </div>
        {picks && <SitePicker />}
        {!showsFaults && (loadedRecord || isLoading) && (
          <HistoryControls history={history} contract={loadedRecord?.contract_until ?? null} searchRef={search} />
        )}
      </div>
      {!ready ? (
        <p className={texts.muted}>{t('Select a site to see its service history.')}</p>
      ) : (
        <SiteLoaded
          site={site}
          query={deferred}
          error={t('Error fetching data.')}
          skeleton={<HistorySkeleton months={showsMonths(history.filter)} />}
          none={<NoSiteData onRetry={() => void record.refetch()} />}
        >
          {(shown) =>
            showsFaults ? (
              <FaultHistory key={shown.id} siteId={shown.id} site={site} />
            ) : history.postList.isWaiting ? (
              <HistorySkeleton months={showsMonths(history.filter)} />
            ) : (
              <TaskHistory
                key={shown.id}
                record={shown}
                history={history}
                site={site}
                onCleared={() => search.current?.focus()}
              />
            )
          }
        </SiteLoaded>
      )}
    </div>
  );
}

/** A placeholder with the layout of the history, so that nothing moves when the list loads. */
function HistorySkeleton({ months }: { months: boolean }) {
  return (
    <div className={layout.gap3}>
      {months && (
        <div className={styles.waitingMonths}>
          {/* *All* and the twelve months */}
          {Array.from({ length: 13 }, (_, month) => (
            <Skeleton key={month} width="100%" height="var(--control)" />
          ))}
        </div>
      )}
      <p className={`${layout.target} ${texts.muted} ${texts.medium} ${styles.waitingCount}`} role="status">
        {t('Loading visits…')}
      </p>
      <div className={surface.box}>
        {Array.from({ length: 8 }, (_, row) => (
          <div key={row} className={`${surface.divided} ${styles.row}`}>
            <Skeleton width="6rem" height="1.375rem" />
            <Skeleton width="80%" height="1.375rem" />
            <Skeleton width="100%" height="2.75rem" />
            <Skeleton width="3rem" height="1.375rem" />
          </div>
        ))}
      </div>
    </div>
  );
}
