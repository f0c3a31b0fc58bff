import { useQuery } from '@tanstack/react-query';
import { useMemo, useCallback, useDeferredValue, useRef, memo, type MouseEvent, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { overviewMoment, siteOverviewQuery } from './site-overview.ts';
import {
  watchedSite,
  overviewCsv,
  overviewShows,
  readShow,
  orderSites,
  orderWords,
  overviewOrders,
  overviewOrderValue,
  readOverviewOrder,
  runningText,
  type OverviewOrder,
  type OverviewKey,
  failuresIn,
  type WatchedSite,
} from './site-concerns.ts';
import type { Concern, ConcernKind } from '../../records/site/concerns.ts';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import styles from './OverviewRoute.module.css';
import { countedOf } from '../../records/counted.ts';
import { saveFile } from '../../lib/save-file.ts';
import { csvFile } from '../../lib/csv.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { usePrinting } from '../../lib/screen/viewport.ts';
import { momentText, siteStamp, shortDay } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { searchRemark } from '../../lib/text-search.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { useIdleGrowth } from '../../lib/screen/pace.ts';
import { DataTable, SortHead } from '../../ui/DataTable.tsx';
import { SiteMatches } from '../../components/search/SiteMatches.tsx';
import { prepareSiteSearch } from '../../records/site/site-search.ts';
import { sitePlaces } from '../../records/site/site-places.ts';
import { contractDay } from '../../records/site/contract.ts';
import { keptMeaning } from '../../records/task/kept-periods.ts';
import { textOrNull } from '../../records/site/site-columns.ts';
import { visitTime } from '../../records/task/visit.ts';
import { Badge } from '../../ui/Badge.tsx';
import texts from '../../ui/text.module.css';

export function OverviewRoute({ title }: { title: string }) {
  const overview = useQuery(siteOverviewQuery);
  const { data, dataUpdatedAt } = overview;
  const now = useMemo(() => overviewMoment(data ?? [], new Date(dataUpdatedAt)), [data, dataUpdatedAt]);
  const watched = useMemo(() => data?.map((row) => watchedSite(row, now)), [data, now]);

  return (
    <div className={layout.loose}>
      <PageHeading title={title}>
        <Link className={`${layout.target} ${layout.unprinted} ${styles.visitSearch}`} to={paths.visitSearch}>
          Search all visits
        </Link>
      </PageHeading>
      <Loaded
        query={{ ...overview, data: watched }}
        error="Error fetching data."
        skeleton={<ListSkeleton text="Loading sites…" rows={8} height={84} />}
      >
        {(sites) =>
          sites.length === 0 ? (
            <p className={styles.noSites}>
              There are no sites yet. <Link to={linkTo(paths.sites, { add: 'true' })}>Add a site</Link>
            </p>
          ) : (
            <OverviewListing sites={sites} now={now} />
          )
        }
      </Loaded>
    </div>
  );
}

/** The sites and their filters, kept in the query string. `now`: when they were read. */
function OverviewListing({ sites, now }: { sites: readonly WatchedSite[]; now: Date }) {
  const [params, change] = useQueryValues<'q' | 'show' | 'sort'>();
  const query = params.get('q') ?? '';
  const show = readShow(params);
  const { key, turned } = readOverviewOrder(params);
  const field = useRef<HTMLInputElement>(null);
  const printing = usePrinting();

  const search = useMemo(() => prepareSiteSearch(sites, ({ row }) => row), [sites]);
  const found = useMemo(() => search(query), [search, query]);
  const foundSites = useMemo(() => [...found.keys()], [found]);
  const shown = useMemo(() => {
    const held = foundSites.filter((site) => show.holds(site, now));
    return orderSites(held, { key, turned }, found).map((site) => ({ site, words: found.get(site) ?? [] }));
  }, [found, foundSites, show, key, turned, now]);
  const namesFirst = key === 'urgency' && new Set(shown.map(({ words }) => words.length > 0)).size > 1;
  // typing and presses respond at once, a thousand rows follow
  const listed = useDeferredValue(shown);
  const onOrder = useCallback((next: OverviewOrder) => change({ sort: overviewOrderValue(next) }), [change]);
  const tableOrder = useMemo(() => ({ key, turned }), [key, turned]);
  const year = Number(siteStamp(now).slice(0, 4));
  const order = overviewOrderValue({ key, turned });

  const clear = () => {
    change({ q: '', show: '' });
    // the pressed button disappears
    field.current?.focus();
  };
  const exportCsv = () => {
    const filters = [show.value === 'all' ? '' : show.label, query];
    const name = fileStemOf(`Sites-${siteStamp(now).slice(0, 10)}`, ...filters);
    const listedSites = shown.map(({ site }) => site);
    saveFile(csvFile(overviewCsv(listedSites, year)), `${name}.csv`);
  };

  return (
    <section className={layout.stack} aria-label="All sites">
      <ShowChips
        sites={foundSites}
        chosen={show.value}
        now={now}
        onChoose={(value) => change({ show: value === 'all' ? '' : value })}
      />
      <div className={`${layout.wrap} ${styles.controls}`}>
        <div className={`${layout.unprinted} ${styles.search}`}>
          <SearchField
            label="Search by name, address or person"
            inputRef={field}
            value={query}
            error={searchRemark(query)}
            onChange={(q) => change({ q })}
          />
        </div>
        <div className={`${layout.unprinted} ${styles.order}`}>
          <SelectField label="Sort by" value={order} onChange={(sort) => change({ sort })} options={overviewOrders} />
        </div>
        <div className={styles.actions}>
          <Button disabled={shown.length === 0} onClick={exportCsv}>
            <Icon name="download" />
            Export CSV
          </Button>
          <Button disabled={shown.length === 0} onClick={() => print()}>
            <Icon name="printer" />
            Print
          </Button>
        </div>
      </div>
      <div className={layout.row}>
        <p className={`${texts.muted} ${texts.medium}`} role="status">
          {shown.length === 0
            ? 'No site matches.'
            : `${countedOf(shown.length, sites.length, 'site')}${namesFirst ? ', found by name first' : ''}`}
        </p>
        {(query.trim() !== '' || show.value !== 'all') && <Button onClick={clear}>Clear filters</Button>}
        {shown.length === 0 && query.trim() !== '' && (
          <Link to={linkTo(paths.visitSearch, { q: query })}>{`Search all visits for “${query.trim()}”`}</Link>
        )}
      </div>
      {printing && (
        <p>
          {[
            show.label,
            query.trim() && `search “${query.trim()}”`,
            orderWords[key][turned ? 'turned' : 'usual'],
            `printed on ${momentText(printing)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      {shown.length > 0 && (
        <OverviewTable
          sites={printing ? shown : listed}
          year={year}
          order={tableOrder}
          complete={printing !== null}
          onOrder={onOrder}
        />
      )}
      {shown.length > 0 && <p className={`${texts.muted} ${texts.small}`}>{keptMeaning}</p>}
    </section>
  );
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
    <ul className={`${layout.wrap} ${layout.unprinted} ${styles.chips}`} aria-label="Show">
      {overviewShows.map(({ value, label, holds }) => {
        const count = sites.filter((site) => holds(site, now)).length;
        return (
          <li key={value}>
            <Button
              className={`${styles.chip} ${count === 0 ? styles.empty : ''}`}
              aria-pressed={value === chosen}
              onClick={() => onChoose(value === chosen ? 'all' : value)}
            >
              {label} <span className={styles.number}>{count}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

// The table, one row for each site

interface ShownSite {
  site: WatchedSite;
  /** The words that explain why a search found it; none where its name does. */
  words: readonly string[];
}

interface OverviewTableProps {
  sites: readonly ShownSite[];
  year: number;
  order: OverviewOrder;
  /** Renders every row at once, as for paper. */
  complete: boolean;
  onOrder: (order: OverviewOrder) => void;
}

const growth = { first: 40, more: 160 };

const columns = (year: number): readonly [OverviewKey, string][] => [
  ['site', 'Site'],
  ['status', 'Status'],
  ['visit', 'Last visit'],
  ['period', 'This period'],
  ['kept', `Kept in ${year}`],
  ['contract', 'Contract end'],
  ['failures', `Failures ${year}`],
  ['keys', 'Keys'],
];

/** The table of sites. All rows are rendered, for the browser's search and for paper; out of sight not laid out. */
const OverviewTable = memo(function OverviewTable({ sites, year, order, complete, onOrder }: OverviewTableProps) {
  const count = useIdleGrowth(sites.length, growth);
  const follow = useFollow();

  const heads = columns(year).map(([key, text]) => {
    const sorted = order.key === key;
    return (
      <SortHead
        key={key}
        text={text}
        sorted={sorted ? (isAscending(order) ? 'ascending' : 'descending') : null}
        up={order.turned}
        cardsBelow={1120}
        onSort={() => onOrder({ key, turned: sorted && !order.turned })}
      />
    );
  });

  return (
    <DataTable heads={heads} cardsBelow={1120} className={styles.table} aria-label="Sites" onClick={follow}>
      {(complete ? sites : sites.slice(0, count)).map(({ site, words }) => (
        <OverviewRow key={site.row.site_id} site={site} words={words} />
      ))}
    </DataTable>
  );
});

/** Opens the rows' plain links within the page, as router links would; new tabs are left to the browser. */
function useFollow(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  };
}

/** Whether the rows ascend: not turned around, except for counts, which begin with the largest. */
function isAscending({ key, turned }: OverviewOrder): boolean {
  return ['kept', 'failures', 'keys'].includes(key) === turned;
}

const concernIcons: Record<ConcernKind, 'warning' | 'gate-down' | 'calendar' | 'info'> = {
  overdue: 'warning',
  offline: 'gate-down',
  expired: 'warning',
  'due soon': 'calendar',
  ending: 'calendar',
  due: 'calendar',
  'ends later': 'calendar',
  keys: 'info',
  interval: 'info',
};

/** One site. Memoised, with plain links that the table handles: router links would all re-render with every character. */
const OverviewRow = memo(function OverviewRow({ site, words }: ShownSite) {
  const { row, service, concerns } = site;
  const { name, last_visit: last, keys, keys_unused: unused } = row;
  const title = textOrNull(row.sitename);
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.site}>
        <a className={styles.name} href={linkTo(paths.maintenance, { site: name })}>
          {name}
        </a>
        {title !== null && title !== name && <span className={texts.muted}>{title}</span>}
        <SiteMatches site={row} words={words} />
        <Needs concerns={concerns} />
        <span className={`${layout.wrap} ${layout.unprinted} ${styles.links}`}>
          {sitePlaces(name)
            // the site's name already links there
            .filter(({ path }) => path !== paths.maintenance)
            .map(({ path, label, link }) => (
              <a key={path} href={link}>
                {label}
              </a>
            ))}
        </span>
      </th>
      <Cell label="Status">
        <span className={row.status === true ? styles.fact : styles.bad}>
          <Icon name={row.status === true ? 'gate-up' : 'gate-down'} />
          {row.status === true ? 'Online' : 'Offline'}
        </span>
      </Cell>
      <Cell label="Last visit">
        {last === null ? (
          <span className={styles.none}>No visit yet</span>
        ) : (
          <a href={linkTo(paths.serviceHistory, { site: name, task: row.last_task })}>
            {shortDay(visitTime(last).date)}
          </a>
        )}
      </Cell>
      <Cell label="This period">
        {service.running === null ? (
          <span className={styles.none}>Not agreed</span>
        ) : service.running.state === 'kept' ? (
          <span className={styles.good}>
            <Icon name="check" />
            Kept
          </span>
        ) : service.running.state === 'due' && service.nextDue !== null ? (
          `Due by ${shortDay(service.nextDue)}`
        ) : (
          <span className={styles.none}>{runningText(service)}</span>
        )}
      </Cell>
      <Cell label={`Kept in ${service.year}`}>
        {service.running === null ? (
          <span className={styles.none}>Not agreed</span>
        ) : service.due === 0 && service.contractOver ? (
          <span className={styles.none}>No contract</span>
        ) : (
          <>
            {`${service.kept} of ${service.due}`}
            {service.kept < service.due && (
              <span className={styles.missed}>{`${service.due - service.kept} missed`}</span>
            )}
          </>
        )}
      </Cell>
      <Cell label="Contract end">
        {contractText(row.contract_until) ?? <span className={styles.none}>Not specified</span>}
      </Cell>
      <Cell label={`Failures ${service.year}`}>
        {failuresIn(row, service.year)}
        <span className={styles.more}>{`${failuresIn(row, service.year - 1)} in ${service.year - 1}`}</span>
      </Cell>
      <Cell label="Keys">
        {keys === 0 ? (
          <>
            <span className={styles.none}>None</span>
            <a className={styles.more} href={linkTo(paths.accessKeys, { site: name, issue: 1 })}>
              Issue one
            </a>
          </>
        ) : (
          keys
        )}
        {unused > 0 && (
          <a className={styles.more} href={linkTo(paths.accessKeys, { site: name })}>
            {`${unused} never used`}
          </a>
        )}
      </Cell>
    </tr>
  );
});

/** A cell of the table, named by the heads; where a row is shown as a card, its name stands before it. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className={styles.cell}>
      <span className={styles.label}>{label}</span>
      {children}
    </td>
  );
}

function Needs({ concerns }: { concerns: readonly Concern[] }) {
  if (concerns.length === 0) return null;
  return (
    <span className={`${layout.wrap} ${styles.needs}`}>
      {concerns.map(({ kind, tone, text }) => (
        <Badge key={kind} tone={tone} icon={concernIcons[kind]}>
          {text}
        </Badge>
      ))}
    </span>
  );
}

/** The contract's end as `31 Dec 2026`, or the stored text when it is not a date; null for none. */
function contractText(stored: string | null): string | null {
  const text = textOrNull(stored);
  if (text === null) return null;
  const day = contractDay(text);
  return day === null ? text : shortDay(day);
}
