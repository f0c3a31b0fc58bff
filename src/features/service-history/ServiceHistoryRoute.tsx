import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { siteTitle } from '../../records/site/site-columns.ts';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { NoSiteData } from '../../components/UnlinkedKey.tsx';
import { SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
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
  const arriving = useDeferredArrival(record);
  const arrived = arriving.data ?? undefined;
  const history = useHistory(arrived);
  const search = useRef<HTMLInputElement>(null);
  const [monthsShown, setMonthsShown] = useState(false);
  const isLoading = ready && !arrived && arriving.isFetching;

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
      ) : (
        <Loaded
          query={arriving}
          error="Error fetching data."
          skeleton={<HistorySkeleton />}
          none={<NoSiteData onRetry={() => void record.refetch()} />}
        >
          {(shown) => (
            <TaskHistory
              key={shown.id}
              record={shown}
              history={history}
              site={site}
              monthsShown={monthsShown}
              onCleared={() => search.current?.focus()}
            />
          )}
        </Loaded>
      )}
    </div>
  );
}
