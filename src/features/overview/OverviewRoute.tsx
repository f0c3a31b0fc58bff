import { useQuery } from '@tanstack/react-query';
import { useMemo, useCallback, useDeferredValue, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { overviewMoment, siteOverviewQuery } from '../../records/site/site-overview.ts';
import { watchedSite, type WatchedSite } from '../../records/site/watched-site.ts';
import {
  overviewCsv,
  overviewShows,
  readShow,
  orderSites,
  orderWords,
  overviewOrders,
  overviewOrderValue,
  readOverviewOrder,
  type OverviewOrder,
} from './site-concerns.ts';
import { OverviewTable } from './OverviewTable.tsx';
import { isUnreadEnd } from '../../records/site/contract.ts';
import { ContractEndsDialog } from './selection/ContractEndsDialog.tsx';
import { SelectAll, SelectionBar } from './selection/SelectionBar.tsx';
import { useSiteSelection } from './selection/use-site-selection.ts';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import styles from './OverviewRoute.module.css';
import { counted } from '../../records/counted.ts';
import { saveFile } from '../../lib/save-file.ts';
import { csvFile } from '../../lib/csv.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { usePrinting } from '../../lib/screen/viewport.ts';
import { momentText, siteStamp } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { searchRemark } from '../../lib/text-search.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { prepareSiteSearch } from '../../records/site/site-search.ts';
import { AsOf } from '../../components/AsOf.tsx';
import { useToday } from '../../components/use-today.ts';
import { richSentences } from '../../components/rich-sentences.tsx';
import { keptMeaning } from '../../records/task/kept-periods.ts';
import texts from '../../ui/text.module.css';
import { said, t } from '../../lib/language/translate.ts';

export function OverviewRoute({ title }: { title: string }) {
  const overview = useQuery(siteOverviewQuery);
  const { data, dataUpdatedAt } = overview;
  const today = useToday();
  const now = useMemo(() => overviewMoment(data ?? [], today), [data, today]);
  const watched = useMemo(() => data?.map((row) => watchedSite(row, now)), [data, now]);

  return (
    <div className={layout.loose}>
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
  /** The moment that they are of. */
  now: Date;
  /** When the server answered, in milliseconds since 1970. */
  readAt: number;
}

/** The sites and their filters, which are in the query string. */
function OverviewListing({ sites, now, readAt }: OverviewListingProps) {
  const [params, change] = useQueryValues<'q' | 'show' | 'sort'>();
  const query = params.get('q') ?? '';
  const show = readShow(params);
  const { key, turned } = readOverviewOrder(params);
  const field = useRef<HTMLInputElement>(null);
  const printing = usePrinting();

  const search = useMemo(() => prepareSiteSearch(sites, ({ row }) => row), [sites]);
  const found = useMemo(() => search(query), [search, query]);
  const foundSites = useMemo(() => [...found.keys()], [found]);
  const all = useMemo(() => orderSites(sites, { key, turned }), [sites, key, turned]);
  const list = useMemo(() => {
    const held = foundSites.filter((site) => show.holds(site, now));
    const shown = orderSites(held, { key, turned }, found).map((site) => ({ site, words: found.get(site) ?? [] }));
    return { shown, all, read: sites };
  }, [sites, all, found, foundSites, show, key, turned, now]);
  const { shown } = list;
  const namesFirst = key === 'urgency' && new Set(shown.map(({ words }) => words.length > 0)).size > 1;
  // typing and presses respond at once, a thousand rows follow
  const listed = useDeferredValue(list);
  const onOrder = useCallback((next: OverviewOrder) => change({ sort: overviewOrderValue(next) }), [change]);
  const tableOrder = useMemo(() => ({ key, turned }), [key, turned]);
  const year = Number(siteStamp(now).slice(0, 4));
  const order = overviewOrderValue({ key, turned });

  const clear = () => {
    change({ q: '', show: '' });
    // the pressed button disappears
    field.current?.focus();
  };
  const exportCsv = (exported: readonly WatchedSite[], ...what: string[]) => {
    const name = fileStemOf(`Sites-${siteStamp(now).slice(0, 10)}`, ...what);
    saveFile(csvFile(overviewCsv(exported, year)), `${name}.csv`);
  };

  const known = useMemo(() => sites.map(({ row }) => row.site_id), [sites]);
  const { ids, asWhole, select, selectAll, clear: clearSelection } = useSiteSelection(known);
  const followingIds = useDeferredValue(ids);
  const selectAllBox = useRef<HTMLInputElement>(null);
  const matching = useMemo(() => shown.map(({ site }) => site.row.site_id), [shown]);
  const seen = matching.filter((id) => ids.has(id)).length;
  const selected = useMemo(() => all.filter(({ row }) => ids.has(row.site_id)), [all, ids]);
  const unselect = () => {
    clearSelection();
    // the pressed button disappears
    selectAllBox.current?.focus();
  };

  return (
    <section className={layout.stack} aria-label={t('All sites')}>
      <ShowChips
        sites={foundSites}
        chosen={show.value}
        now={now}
        onChoose={(value) => change({ show: value === 'all' ? '' : value })}
      />
      <div className={`${layout.wrap} ${styles.controls}`}>
        <div className={`${layout.unprinted} ${styles.search}`}>
          <SearchField
            label={t('Search by name, address or person')}
            inputRef={field}
            value={query}
            error={searchRemark(query)}
            onChange={(q) => change({ q })}
          />
        </div>
        <div className={`${layout.unprinted} ${styles.order}`}>
          <SelectField
            label={t('Sort by')}
            value={order}
            onChange={(sort) => change({ sort })}
            options={overviewOrders.map((one) => ({ ...one, label: said(one.label) }))}
          />
        </div>
        <div className={styles.actions}>
          <Button
            disabled={shown.length === 0}
            onClick={() =>
              exportCsv(
                shown.map(({ site }) => site),
                show.value === 'all' ? '' : said(show.label),
                query,
              )
            }
          >
            <Icon name="download" />
            {t('Export CSV')}
          </Button>
          <Button disabled={shown.length === 0} onClick={() => print()}>
            <Icon name="printer" />
            {t('Print')}
          </Button>
        </div>
      </div>
      <div className={layout.row}>
        <SelectAll
          matching={matching.length}
          selected={seen}
          inputRef={selectAllBox}
          onChange={(on) => selectAll(matching, on)}
        />
        <p className={`${texts.muted} ${texts.medium}`} role="status">
          {shown.length === 0 ? t('No site matches.') : foundSitesText(shown.length, sites.length, namesFirst)}
        </p>
        <AsOf at={readAt} />
        <UnreadEnds sites={sites} />
        {(query.trim() !== '' || show.value !== 'all') && <Button onClick={clear}>{t('Clear filters')}</Button>}
        {shown.length === 0 && query.trim() !== '' && (
          <Link to={linkTo(paths.visitSearch, { q: query })}>
            {t('Search all visits for “{query}”', { query: query.trim() })}
          </Link>
        )}
      </div>
      {printing && (
        <p>
          {printedText(query.trim(), {
            show: said(show.label),
            order: said(orderWords[key][turned ? 'turned' : 'usual']),
            moment: momentText(printing),
          })}
        </p>
      )}
      <OverviewTable
        list={printing ? list : listed}
        selected={asWhole ? followingIds : ids}
        onSelect={select}
        year={year}
        order={tableOrder}
        complete={printing !== null}
        onOrder={onOrder}
      />
      {shown.length > 0 && <p className={`${texts.muted} ${texts.small} ${texts.measure}`}>{said(keptMeaning)}</p>}
      <SelectionBar
        sites={selected}
        unseen={ids.size - seen}
        now={now}
        onExport={() => exportCsv(selected, `${counted(selected.length, 'site')} selected`)}
        onClear={unselect}
      />
    </section>
  );
}

/** How many contract ends are not dates, to be pressed and mended. */
function UnreadEnds({ sites }: { sites: readonly WatchedSite[] }) {
  const [isOpen, setOpen] = useState(false);
  const count = sites.filter(({ row }) => isUnreadEnd(row.contract_until)).length;
  return (
    <>
      {count > 0 && (
        <Button className={layout.unprinted} onClick={() => setOpen(true)}>
          <Icon name="calendar" />
          {t('{count, plural, one {# contract end is not a date} other {# contract ends are not dates}}', { count })}
        </Button>
      )}
      {isOpen && <ContractEndsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** `300 sites`, `12 of 300 sites, found by name first` */
function foundSitesText(shown: number, all: number, namesFirst: boolean): string {
  const order = namesFirst ? 'names' : 'usual';
  return shown === all
    ? t('{all, plural, one {# site} other {# sites}}{order, select, names {, found by name first} other {}}', {
        all,
        order,
      })
    : t(
        '{shown} of {all, plural, one {# site} other {# sites}}{order, select, names {, found by name first} other {}}',
        { shown, all, order },
      );
}

/** What the printed list holds: `Overdue, search “loop”, Most urgent first, printed on …` */
function printedText(query: string, parts: { show: string; order: string; moment: string }): string {
  return query === ''
    ? t('{show}, {order}, printed on {moment}', parts)
    : t('{show}, search “{query}”, {order}, printed on {moment}', { ...parts, query });
}

interface ShowChipsProps {
  sites: readonly WatchedSite[];
  chosen: string;
  now: Date;
  onChoose: (show: string) => void;
}

/** Filters by what sites need, and says how many need it. */
function ShowChips({ sites, chosen, now, onChoose }: ShowChipsProps) {
  return (
    <ul className={`${layout.wrap} ${layout.unprinted} ${styles.chips}`} aria-label={t('Show')}>
      {overviewShows.map(({ value, label, holds }) => {
        const count = sites.filter((site) => holds(site, now)).length;
        return (
          <li key={value}>
            <Button
              className={`${styles.chip} ${count === 0 ? styles.empty : ''}`}
              aria-pressed={value === chosen}
              onClick={() => onChoose(value === chosen ? 'all' : value)}
            >
              {said(label)} <span className={styles.number}>{count}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
