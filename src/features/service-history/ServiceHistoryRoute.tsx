import { useQuery } from '@tanstack/react-query';
import { useRef, useState, useMemo, type Ref } from 'react';
import { siteTitle } from '../../records/site/site-columns.ts';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { NoSiteData, SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useDeferredArrival } from '../../lib/screen/pace.ts';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import { KindSelect } from '../../components/task/TaskMarks.tsx';
import { monthLabel } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { TaskHistory } from './TaskHistory.tsx';
import {
  useHistory,
  type ServiceHistory,
  visitsByYear,
  orderValue,
  orderKeys,
  orderLabels,
  usualOrder,
} from './use-history.ts';
import styles from './TaskHistory.module.css';

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
    <div className={`${layout.tight} ${layout.top} ${picks ? styles.close : ''}`}>
      <div className={`${layout.spread} ${picks ? styles.picked : ''}`}>
        <div>
          <PageHeading
            title={title}
            subtitle={isLoading ? <Skeleton width="11.25rem" height="1.5rem" /> : record.data && siteTitle(record.data)}
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

/** The waiting history in its final layout, so that nothing moves when the list loads. */
function HistorySkeleton() {
  return (
    <div className={layout.tight}>
      <div className={styles.waitingMonths}>
        {Array.from({ length: 13 }, (_, month) => (
          <Skeleton key={month} width="100%" height="var(--control)" />
        ))}
      </div>
      <p className={`${layout.target} ${texts.muted} ${texts.medium} ${styles.waitingCount}`} role="status">
        Loading tasks…
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

interface HistoryControlsProps {
  history: ServiceHistory;
  searchRef: Ref<HTMLInputElement>;
  /** For phones: whether the months are shown, and the toggle. */
  monthsShown: boolean;
  onMonths: () => void;
}

const orders = orderKeys.flatMap((key) => {
  const way = (descending: boolean) => ({
    value: orderValue({ key, descending }),
    label: orderLabels[key][descending ? 'descending' : 'ascending'],
  });
  return key === usualOrder.key ? [way(true), way(false)] : [way(false), way(true)];
});

function HistoryControls({ history, searchRef, monthsShown, onMonths }: HistoryControlsProps) {
  const { filter, order, visible, found, change } = history;
  const { year, month, kind } = filter;
  const years = useMemo(() => visitsByYear(visible, found, year), [visible, found, year]);
  return (
    <div className={`${layout.unprinted} ${styles.controls}`}>
      <div className={styles.search}>
        <SearchField
          label="Search titles and texts"
          inputRef={searchRef}
          value={filter.query}
          onChange={(q) => change({ q })}
        />
      </div>
      <SelectField
        label="Year"
        value={year ?? ''}
        onChange={(chosen) => change({ year: chosen })}
        options={[
          { value: '', label: 'All years' },
          ...years.map((one) => ({ value: one.year, label: `${one.year} (${one.visits})` })),
        ]}
      />
      <KindSelect value={kind ?? ''} onChange={(chosen) => change({ kind: chosen })} />
      <SelectField label="Sort by" value={orderValue(order)} onChange={(sort) => change({ sort })} options={orders} />
      <Button
        className={styles.monthsButton}
        aria-expanded={monthsShown}
        aria-controls="history-months"
        onClick={onMonths}
      >
        {month === null ? 'Months' : monthLabel(month)}
        <Icon name="chevron-down" />
      </Button>
    </div>
  );
}
