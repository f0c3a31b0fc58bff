import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { siteTitle } from '../../records/site/site-columns.ts';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { UnlinkedKey } from '../../components/UnlinkedKey.tsx';
import { SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { LoadError } from '../../ui/message/LoadError.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useDeferredArrival } from '../../lib/screen/use-deferred-arrival.ts';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { HistoryControls } from './HistoryControls.tsx';
import { HistorySkeleton } from './HistorySkeleton.tsx';
import { TaskHistory } from './TaskHistory.tsx';
import { useHistory } from './use-history.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './ServiceHistoryRoute.module.css';

/** Every visible task of a site over all years: where clients look up their tasks (`spec §2`). */
export function ServiceHistoryRoute({ title }: { title: string }) {
  const { site, picks, ready } = useSiteChoice();
  const record = useQuery({ ...siteRecordQuery(site), enabled: ready });
  const arrived = useDeferredArrival(record.data ?? undefined);
  const history = useHistory(arrived);
  const search = useRef<HTMLInputElement>(null);
  const [monthsShown, setMonthsShown] = useState(false);
  const again = () => void record.refetch();
  const isLoading = ready && !arrived && (record.isFetching || !!record.data);

  return (
    <div className={`${layout.tight} ${styles.page} ${picks ? styles.close : ''}`}>
      <div className={`${layout.spread} ${picks ? styles.picked : ''}`}>
        <div>
          <PageHeading
            title={title}
            subtitle={isLoading ? <Skeleton width="180px" height="24px" /> : record.data && siteTitle(record.data)}
          />
        </div>
        {picks && <SitePicker />}
        {(arrived || isLoading) && (
          <HistoryControls
            history={history}
            searchRef={search}
            monthsShown={monthsShown}
            onMonths={() => setMonthsShown(!monthsShown)}
          />
        )}
      </div>
      {!ready ? (
        <p className={texts.muted}>Select a site to see its service history.</p>
      ) : arrived ? (
        <>
          {record.isError && !record.isFetching && <LoadError message="Error fetching data." onRetry={again} />}
          <TaskHistory
            key={arrived.id}
            record={arrived}
            history={history}
            site={site}
            monthsShown={monthsShown}
            onCleared={() => search.current?.focus()}
          />
        </>
      ) : isLoading ? (
        <HistorySkeleton />
      ) : (
        <>
          <LoadError
            message={record.isError ? 'Error fetching data.' : 'No data found for the selected name.'}
            onRetry={again}
          />
          {!record.isError && <UnlinkedKey />}
        </>
      )}
    </div>
  );
}
