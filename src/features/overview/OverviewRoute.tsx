import { useQuery } from '@tanstack/react-query';
import { useMemo, useCallback, useDeferredValue, useRef } from 'react';
import { Link } from 'react-router-dom';
import { richSentences } from '../../components/rich-sentences.tsx';
import { useReadMoment } from '../../components/use-today.ts';
import { csvFile } from '../../lib/csv.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { inEnglish, message, said, t } from '../../lib/language/translate.ts';
import { saveFile } from '../../lib/save-file.ts';
import { clearedFilters, filterFileWords } from '../../lib/screen/list-filters.ts';
import { listOrderValue } from '../../lib/screen/list-order.ts';
import { usePrinting } from '../../lib/screen/viewport.ts';
import { countedNoun } from '../../records/counted.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { isArchived } from '../../records/site/archive.ts';
import { saveDueCalendar } from '../../records/site/save-due-calendar.ts';
import { overviewMoment, siteOverviewQuery } from '../../records/site/site-overview.ts';
import { calendarSite, watchedSite, type WatchedSite } from '../../records/site/watched-site.ts';
import { fulfilledMeaning } from '../../records/task/service-periods.ts';
import { momentText, siteStamp } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SelectAll } from '../../ui/selection/SelectAll.tsx';
import { useRowSelection } from '../../ui/selection/use-row-selection.ts';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import {
  archiveShow,
  chosenShow,
  isShownBy,
  overviewCsv,
  overviewFilters,
  overviewOrders,
  overviewShows,
  type OverviewOrder,
} from './overview-list.ts';
import { OverviewControls, OverviewCount } from './OverviewControls.tsx';
import { OverviewTable } from './OverviewTable.tsx';
import { SelectionBar } from './selection/SelectionBar.tsx';
import { useOverviewList, type OverviewList } from './use-overview-list.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './OverviewRoute.module.css';

export function OverviewRoute({ title }: { title: string }) {
  const overview = useQuery(siteOverviewQuery);
  const { data, dataUpdatedAt } = overview;
  const today = useReadMoment(dataUpdatedAt);
  const now = useMemo(() => overviewMoment(data ?? [], today), [data, today]);
  const watched = useMemo(() => data?.map((row) => watchedSite(row, now)), [data, now]);

  return (
    <div className={layout.gap5}>
      <PageHeading title={title}>
        <Link className={`${layout.target} ${layout.unprinted} ${styles.visitSearch}`} to={paths.visitSearch}>
          {t('Search all visits')}
        </Link>
      </PageHeading>
      <Loaded
        query={{ ...overview, data: watched }}
        error={t('Error fetching data.')}
        skeleton={<ListSkeleton text={t('Loading sites…')} rows={8} height={84} />}
      >
        {(sites) =>
          sites.length === 0 ? (
            <p className={styles.noSites}>
              {richSentences(
                t('There are no sites yet.'),
                <Link to={linkTo(paths.sites, { add: 'true' })}>{t('Add a site')}</Link>,
              )}
            </p>
          ) : (
            <OverviewListing sites={sites} now={now} readAt={dataUpdatedAt} />
          )
        }
      </Loaded>
    </div>
  );
}

interface OverviewListingProps {
  sites: readonly WatchedSite[];
  /** The moment for which the state of the sites was computed. */
  now: Date;
  /** When the server answered, in milliseconds since 1970. */
  readAt: number;
}

/** The list of sites with its filters, search and selection. */
function OverviewListing({ sites, now, readAt }: OverviewListingProps) {
  const overview = useOverviewList(sites, now);
  const { query, filter, order, list, found, change } = overview;
  const { shown, all } = list;
  const field = useRef<HTMLInputElement>(null);
  const printing = usePrinting();
  // the controls respond at once; rendering a thousand rows may take longer
  const deferredList = useDeferredValue(list);
  const onOrder = useCallback(
    (next: OverviewOrder) => change({ sort: listOrderValue(overviewOrders, next) }),
    [change],
  );
  const year = Number(siteStamp(now).slice(0, 4));

  const clear = () => {
    change({ q: '', ...clearedFilters(overviewFilters) });
    // the pressed button disappears
    field.current?.focus();
  };
  const exportCsv = (exported: readonly WatchedSite[], ...fileWords: string[]) => {
    const name = fileStemOf(`Sites-${siteStamp(now).slice(0, 10)}`, ...fileWords);
    saveFile(csvFile(overviewCsv(exported, now)), `${name}.csv`);
  };
  const exportShown = () =>
    exportCsv(
      shown.map(({ site }) => site),
      ...filterFileWords(overviewFilters, filter),
      query,
    );

  const saveCalendar = () =>
    saveDueCalendar(
      inEnglish(message('Sites')),
      shown.map(({ site }) => calendarSite(site, now)),
      now,
    );

  const siteIds = useMemo(() => sites.map(({ row }) => row.site_id), [sites]);
  const { ids, asWhole, select, selectAll, clear: clearSelection } = useRowSelection(siteIds);
  // when all rows change, the checkboxes of hundreds of rows may follow a little later; a pressed row changes at once
  const deferredIds = useDeferredValue(ids);
  const selectAllBox = useRef<HTMLInputElement>(null);
  const matchingIds = useMemo(() => shown.map(({ site }) => site.row.site_id), [shown]);
  const shownSelected = matchingIds.filter((id) => ids.has(id)).length;
  // the list shows either the archived sites or the others
  const isArchive = filter.show === archiveShow;
  const sitesOfList = useMemo(() => sites.filter(({ row }) => isArchived(row) === isArchive), [sites, isArchive]);
  const selectedSites = useMemo(() => all.filter(({ row }) => ids.has(row.site_id)), [all, ids]);
  const unselect = () => {
    clearSelection();
    // the pressed button disappears
    selectAllBox.current?.focus();
  };

  return (
    <section className={layout.gap4} aria-label={t('All sites')}>
      <ShowChips sites={found} chosen={filter.show} now={now} onChoose={(show) => change({ show })} />
      <OverviewControls
        overview={overview}
        inputRef={field}
        onExport={exportShown}
        onCalendar={() => void saveCalendar()}
      />
      <div className={layout.row}>
        <SelectAll
          matching={matchingIds.length}
          selected={shownSelected}
          inputRef={selectAllBox}
          onChange={(on) => selectAll(matchingIds, on)}
        />
        <OverviewCount overview={overview} sites={sitesOfList} readAt={readAt} onClear={clear} />
      </div>
      {printing && <p>{printedText(overview, printing)}</p>}
      <OverviewTable
        list={printing ? list : deferredList}
        selected={asWhole ? deferredIds : ids}
        onSelect={select}
        year={year}
        order={order}
        complete={printing !== null}
        onOrder={onOrder}
      />
      {shown.length > 0 && <p className={`${texts.muted} ${texts.small} ${texts.measure}`}>{said(fulfilledMeaning)}</p>}
      <SelectionBar
        sites={selectedSites}
        unseen={ids.size - shownSelected}
        now={now}
        onExport={() => exportCsv(selectedSites, `${countedNoun(selectedSites.length, 'site')} selected`)}
        onClear={unselect}
      />
    </section>
  );
}

/** The caption of a printed list: `Overdue, search “loop”, Most urgent first, printed on …`. */
function printedText({ query, filter, order }: OverviewList, printing: Date): string {
  const words = query.trim();
  const parts = {
    show: said(chosenShow(filter.show).label),
    order: said(overviewOrders[order.key][order.turned ? 'turned' : 'usual']),
    moment: momentText(printing),
  };
  return words === ''
    ? t('{show}, {order}, printed on {moment}', parts)
    : t('{show}, search “{query}”, {order}, printed on {moment}', { ...parts, query: words });
}

interface ShowChipsProps {
  sites: readonly WatchedSite[];
  /** Null for all sites. */
  chosen: string | null;
  now: Date;
  onChoose: (show: string | null) => void;
}

/** Buttons that filter the sites, each with its number of sites. A filter without sites has no button unless it is chosen. */
function ShowChips({ sites, chosen, now, onChoose }: ShowChipsProps) {
  return (
    <ul className={`${layout.wrap} ${layout.unprinted} ${styles.chips}`} aria-label={t('Show')}>
      {overviewShows.map((show) => {
        const { value, label } = show;
        const isChosen = show === chosenShow(chosen);
        const count = sites.filter((site) => isShownBy(show, site, now)).length;
        if (count === 0 && !isChosen && show !== overviewShows[0]) return null;
        return (
          <li key={value}>
            <Button
              className={styles.chip}
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen || show === overviewShows[0] ? null : value)}
            >
              {said(label)} <span className={styles.number}>{count}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
