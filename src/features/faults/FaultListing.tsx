import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { AsOf } from '../../components/AsOf.tsx';
import { t } from '../../lib/language/translate.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { clearedFilters, countFilters } from '../../lib/screen/list-filters.ts';
import { pageValue } from '../../lib/screen/list-pages.ts';
import { useNow } from '../../lib/screen/pace.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { faultNewsQuery } from '../../records/fault/fault-news.ts';
import type { Fault } from '../../records/fault/fault.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { ExportFaults } from './ExportFaults.tsx';
import { faultFilters, type FaultFilter, type FaultQuery, type FaultState } from './fault-filters.ts';
import { FaultDialog } from './FaultDialog.tsx';
import { askedPage, faultPageSize, faultsQuery, type FaultRequest } from './faults-query.ts';
import { FaultTable } from './FaultTable.tsx';
import { useSteadyFaults } from './use-steady-faults.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './FaultsRoute.module.css';

interface FaultListingProps {
  request: FaultRequest;
  filter: FaultFilter;
  /** The text of the search field. */
  words: string;
}

/** The faults of a request in pages. New faults are not added to the list until the person presses *Show*. */
export function FaultListing({ request, filter, words }: FaultListingProps) {
  const [params, change] = useQueryValues<FaultQuery>();
  const pageNumber = askedPage(params);
  const list = useQuery(faultsQuery(request, pageNumber));
  const steadyFaults = useSteadyFaults(JSON.stringify([request, pageNumber]), list.data, list.isPlaceholderData);
  useNews(() => void list.refetch({ cancelRefetch: false }));
  // the ages of the faults are updated every 30 seconds
  const now = useNow(30_000);
  const [openedFault, setOpenedFault] = useState<Fault | null>(null);
  const section = useRef<HTMLElement>(null);
  const focusAfter = useFocusAfter();
  const focusSection = () => focusAfter(() => section.current);
  const isFiltered = countFilters({ ...filter, state: null }) > 0 || words.trim() !== '';
  const total = list.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / faultPageSize));
  // if the list has become shorter than the requested page number, the last page is opened
  useWhen(list.data && !list.isPlaceholderData && pageNumber > pages ? pages : null, (last) =>
    change({ page: pageValue(last) }),
  );
  const open = (page: number) => {
    change({ page: pageValue(page) });
    section.current?.scrollIntoView({ block: 'start' });
    focusSection();
  };
  const clear = () => {
    // the state is no filter here: it says what is listed, and stays
    const { state: _, ...cleared } = clearedFilters(faultFilters);
    change({ q: '', page: '', ...cleared });
    // the pressed button disappears, so the section gets the focus
    focusSection();
  };

  return (
    <section ref={section} tabIndex={-1} className={layout.gap4} aria-label={t('Faults')} aria-busy={list.isFetching}>
      <Loaded
        query={{ ...list, data: steadyFaults ?? undefined }}
        error={t('Error fetching data.')}
        skeleton={<ListSkeleton text={t('Loading faults…')} rows={6} height={72} />}
      >
        {({ faults, newCount, showNew }) => {
          const first = (pageNumber - 1) * faultPageSize + 1;
          return (
            <>
              <div className={`${layout.apart} ${styles.line} ${newCount > 0 ? styles.sticking : ''}`}>
                <div className={layout.row}>
                  <Count
                    newCount={newCount}
                    text={countText(total, request.state, isFiltered)}
                    state={request.state}
                    onShow={() => {
                      showNew();
                      focusSection();
                    }}
                  />
                  <AsOf at={list.dataUpdatedAt} />
                  {isFiltered && <Button onClick={clear}>{t('Clear filters')}</Button>}
                </div>
                <ExportFaults request={request} filter={filter} words={words} isEmpty={total === 0} />
              </div>
              {faults.length > 0 ? (
                <FaultTable faults={faults} state={request.state} now={now} onOpen={setOpenedFault} />
              ) : (
                !isFiltered && newCount === 0 && <div className={surface.empty}>{emptyHint(request.state)}</div>
              )}
              <Pager
                page={{ page: pageNumber, pages, first, last: first + faults.length - 1, all: total }}
                onPage={open}
              />
              {openedFault && (
                <FaultDialog
                  // while the dialog is open the fault may disappear from the list
                  fault={faults.find(({ id }) => id === openedFault.id) ?? openedFault}
                  now={now}
                  onClose={() => setOpenedFault(null)}
                  onChanged={() => {
                    setOpenedFault(null);
                    // the pressed row may have disappeared, so the section gets the focus
                    focusSection();
                  }}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** Calls `onNews` when the number of open faults or the newest report changes while the list is open. */
function useNews(onNews: () => void): void {
  const { data } = useQuery(faultNewsQuery);
  const lastNews = useRef<string | null>(null);
  useWhen(data ? `${data.open} ${data.newest}` : null, (news) => {
    // the first news are no change, and the list was read just before
    if (lastNews.current !== null) onNews();
    lastNews.current = news;
  });
}

interface CountProps {
  newCount: number;
  text: string;
  state: FaultState;
  onShow: () => void;
}

/** How many faults there are or, in the same place, how many new ones there are, with a button that shows them. */
function Count({ newCount, text, state, onShow }: CountProps) {
  return (
    <>
      <p className={newCount > 0 ? texts.bold : `${texts.muted} ${texts.medium}`} role="status">
        {newCount > 0 ? newCountText(newCount, state) : text}
      </p>
      {newCount > 0 && <Button onClick={onShow}>{t('Show')}</Button>}
    </>
  );
}

function newCountText(count: number, state: FaultState): string {
  return state === 'ended'
    ? t('{count, plural, one {# more fault has ended} other {# more faults have ended}}', { count })
    : t('{count, plural, one {# new fault} other {# new faults}}', { count });
}

function countText(total: number, state: FaultState, isFiltered: boolean): string {
  if (total === 0)
    return isFiltered
      ? t('No fault matches these filters.')
      : t(
          '{state, select, open {No open faults.} ended {No fault has ended yet.} other {No faults were reported yet.}}',
          {
            state,
          },
        );
  return t(
    '{state, select, open {{total, plural, one {# open fault} other {# open faults}}} ended {{total, plural, one {# ended fault} other {# ended faults}}} other {{total, plural, one {# fault} other {# faults}}}}',
    { state, total },
  );
}

function emptyHint(state: FaultState): string {
  return state === 'ended'
    ? t('A fault ends by a visit that answers it, or when the office closes it.')
    : t('What clients and guards report appears here by itself.');
}
