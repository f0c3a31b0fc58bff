import { memo, useMemo, type ReactNode } from 'react';
import { SiteMatches } from '../../components/search/SiteMatches.tsx';
import { SiteNeeds } from '../../components/SiteNeeds.tsx';
import { t, tIn } from '../../lib/language/translate.ts';
import { pressedOrder } from '../../lib/screen/list-order.ts';
import { useIdleGrowth } from '../../lib/screen/pace.ts';
import { usePlainLinkNavigation } from '../../lib/screen/plain-links.ts';
import { linkTo, toHistory, type Path } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { archivedText, isArchived } from '../../records/site/archive.ts';
import type { Concern, ConcernKind } from '../../records/site/concerns.ts';
import { contractEnd, endingText, unreadEndText } from '../../records/site/contract.ts';
import { textOrNull } from '../../records/site/site-columns.ts';
import { siteScreens } from '../../records/site/site-screens.ts';
import type { ServiceState, WatchedSite } from '../../records/site/watched-site.ts';
import { visitTime } from '../../records/task/visit.ts';
import { shortDay } from '../../records/time.ts';
import { DataTable, SortHead } from '../../ui/DataTable.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import { MenuLink } from '../../ui/menu/MenuItem.tsx';
import { RowMark, useRowMarks, type RowMarkProps } from '../../ui/selection/RowMark.tsx';
import type { RowSelection } from '../../ui/selection/use-row-selection.ts';
import { failuresIn, runningText, type OverviewKey, type OverviewOrder } from './overview-list.ts';
import layout from '../../ui/layout.module.css';
import selecting from '../../ui/selection/Selection.module.css';
import texts from '../../ui/text.module.css';
import styles from './OverviewRoute.module.css';

interface ShownSite {
  site: WatchedSite;
  /** The words of the search that the row must explain; empty if the name of the site has them. */
  words: readonly string[];
}

interface SiteList {
  shown: readonly ShownSite[];
  /** All sites, in the order that they have without a search. */
  all: readonly WatchedSite[];
  /** All sites, in the order of the server. */
  inServerOrder: readonly WatchedSite[];
}

interface OverviewTableProps {
  list: SiteList;
  selected: ReadonlySet<number>;
  onSelect: RowSelection['select'];
  year: number;
  order: OverviewOrder;
  /** Renders every row at once, as for paper. */
  complete: boolean;
  onOrder: (order: OverviewOrder) => void;
}

/** How many rows are rendered at first, and how many are added whenever the browser is idle. */
const growth = { first: 40, more: 160 };

const selectHead = () => (
  <th key="select" scope="col" className={layout.unprinted}>
    <span className={layout.visuallyHidden}>{t('Selected')}</span>
  </th>
);

const columns = (year: number): readonly [OverviewKey, string][] => [
  ['site', t('Site')],
  ['status', t('Status')],
  ['visit', t('Last visit')],
  ['period', t('This period')],
  ['kept', t('Kept in {year}', { year })],
  ['contract', t('Contract end')],
  ['calls', t('Calls {year}', { year })],
  ['failures', t('Failures {year}', { year })],
  ['keys', t('Keys')],
];

/**
 * The table of sites. All rows are rendered, so that the browser can search and print them; the style sheet skips the layout of those out
 * of sight. The rows of sites that are not shown remain as hidden rows, because rendering hundreds again after every typed letter is slow.
 */
export const OverviewTable = memo(function OverviewTable(props: OverviewTableProps) {
  const { list, selected, onSelect, year, order, complete, onOrder } = props;
  const count = useIdleGrowth(list.all.length, growth);
  const rows = useMemo(() => renderedRows(list, complete ? Infinity : count), [list, complete, count]);
  const follow = usePlainLinkNavigation();
  const shownIds = list.shown.map(({ site }) => site.row.site_id);
  const { onMark, handlers } = useRowMarks(shownIds, onSelect);

  const heads = columns(year).map(([key, text]) => {
    const sorted = order.key === key;
    return (
      <SortHead
        key={key}
        text={text}
        sorted={sorted ? (isAscending(order) ? 'ascending' : 'descending') : null}
        up={order.turned}
        cardsBelow={1120}
        onSort={() => onOrder(pressedOrder(order, key))}
      />
    );
  });

  return (
    <DataTable
      heads={[selectHead(), ...heads]}
      cardsBelow={1120}
      rowsOf={list.inServerOrder}
      className={styles.table}
      hidden={list.shown.length === 0}
      aria-label={t('Sites')}
      onClick={follow}
      {...handlers}
    >
      {rows.map(({ site, words }) => (
        <OverviewRow
          key={site.row.site_id}
          site={site}
          words={words}
          isFirst={site === list.shown[0]?.site}
          selected={selected.has(site.row.site_id)}
          onMark={onMark}
        />
      ))}
    </DataTable>
  );
});

/** A row of the table. `words` is null for a hidden row. */
interface Row extends Pick<ShownSite, 'site'> {
  words: ShownSite['words'] | null;
}

/**
 * Chooses the rows to render, at most `count`: shown sites before hidden ones. A hidden row is at the position where it will be shown
 * again, so that few elements have to move.
 */
function renderedRows({ shown, all }: SiteList, count: number): Row[] {
  const firstShown = shown.slice(0, count);
  const shownSites = new Set(shown.map(({ site }) => site));
  let remainingHidden = count - shown.length;
  const rows: Row[] = [];
  let nextIndex = 0;
  for (const site of all) {
    const nextShown = firstShown[nextIndex];
    if (nextShown?.site === site) {
      rows.push(nextShown);
      nextIndex += 1;
    } else if (remainingHidden > 0 && !shownSites.has(site)) {
      rows.push({ site, words: null });
      remainingHidden -= 1;
    }
  }
  // a search may change the order of the shown sites: those without a place among the sites in the usual order follow
  return [...rows, ...firstShown.slice(nextIndex)];
}

/** Whether the values of the sorted column ascend. The usual order of a count begins with the largest, so it ascends when turned. */
function isAscending({ key, turned }: OverviewOrder): boolean {
  return ['kept', 'calls', 'failures', 'keys'].includes(key) === turned;
}

interface OverviewRowProps extends Row, Pick<RowMarkProps, 'onMark'> {
  selected: boolean;
  /** Whether this is the first shown row. */
  isFirst: boolean;
}

const OverviewRow = memo(function OverviewRow({ site, words, selected, isFirst, onMark }: OverviewRowProps) {
  const { site_id: id, name } = site.row;
  return (
    <tr
      className={`${styles.row} ${isFirst ? styles.first : ''} ${selected ? selecting.selected : ''}`}
      hidden={words === null}
    >
      <td className={`${styles.mark} ${layout.unprinted}`}>
        <RowMark id={id} label={t('Select {site}', { site: name })} checked={selected} onMark={onMark} />
      </td>
      <th scope="row" className={styles.site}>
        <SiteNames site={site} />
        {words !== null && <SiteMatches site={site.row} words={words} />}
        <SiteNeedsAndLinks site={site} />
      </th>
      <SiteCells site={site} />
    </tr>
  );
});

// The following parts of a row are memoised, because they do not depend on the selection or the search. They have plain links, whose clicks
// the table handles: links of the router would all render again with every typed character.

interface SiteProps {
  site: WatchedSite;
}

const nameIdOf = (id: number) => `site-${id}`;

const SiteNames = memo(function SiteNames({ site: { row } }: SiteProps) {
  const title = textOrNull(row.sitename);
  return (
    <>
      <a id={nameIdOf(row.site_id)} className={styles.name} href={linkTo(paths.maintenance, { site: row.name })}>
        {row.name}
      </a>
      {title !== null && title !== row.name && <span className={texts.muted}>{title}</span>}
      {isArchived(row) && <span className={styles.more}>{archivedText(row)}</span>}
    </>
  );
});

/** The concerns that have a column of their own, so that they are not repeated below the name. */
const concernsInColumns: ReadonlySet<ConcernKind> = new Set([
  'offline',
  'expired',
  'due soon',
  'ending',
  'due',
  'ends later',
  'unread end',
  'calls',
  'keys',
  'interval',
]);

/** The icons of the screens in the menu of a site. */
const screenIcons: Readonly<Partial<Record<Path, IconName>>> = {
  [paths.serviceHistory]: 'clock',
  [paths.charts]: 'warning',
  [paths.profile]: 'info',
  [paths.sites]: 'edit',
};

/** Whether a concern is about open faults. It is shown as a link to the faults of the site. */
const isOfFaults = ({ kind }: Concern) => kind === 'late fault' || kind === 'fault';

const SiteNeedsAndLinks = memo(function SiteNeedsAndLinks({ site: { row, service, concerns } }: SiteProps) {
  const screens = siteScreens(row.name, service.year);
  const [faults] = concerns.filter(isOfFaults);
  const add = screens.find(({ path }) => path === paths.addTask);
  return (
    <>
      {faults && (
        <a className={`${layout.target} ${styles.faults}`} href={linkTo(paths.faults, { site: row.name })}>
          <SiteNeeds concerns={[faults]} />
        </a>
      )}
      <SiteNeeds
        concerns={concerns.filter((concern) => !concernsInColumns.has(concern.kind) && !isOfFaults(concern))}
      />
      <span className={`${layout.row} ${layout.unprinted} ${styles.links}`}>
        {add && <a href={add.link}>{add.label}</a>}
        <Menu label={t('More')} title={row.name} describedBy={nameIdOf(row.site_id)} variant="ghost">
          {screens
            // the site's name already links to its records
            .filter(({ path }) => path !== paths.maintenance && path !== paths.addTask)
            .map(({ path, label, link }) => (
              <MenuLink key={path} icon={screenIcons[path] ?? 'chevron-right'} label={label} to={link} />
            ))}
        </Menu>
      </span>
    </>
  );
});

const SiteCells = memo(function SiteCells({ site }: SiteProps) {
  const { row, service, concerns } = site;
  const { name, last_visit: last, keys, keys_unused: unused } = row;
  return (
    <>
      <Cell label={t('Status')}>
        <span className={row.status === true ? styles.fact : styles.bad}>
          <Icon name={row.status === true ? 'gate-up' : 'gate-down'} />
          {row.status === true ? t('Online') : t('Offline')}
        </span>
      </Cell>
      <Cell label={t('Last visit')}>
        {last === null ? (
          <span className={styles.none}>{t('No visit yet')}</span>
        ) : (
          <a href={linkTo(paths.serviceHistory, { site: name, task: row.last_task })}>
            {shortDay(visitTime(last).date)}
          </a>
        )}
      </Cell>
      <Cell label={t('This period')}>
        {runningPeriod(
          service,
          concerns.some(({ kind }) => kind === 'due soon'),
        )}
      </Cell>
      <Cell label={t('Kept in {year}', { year: service.year })}>
        {service.running === null ? (
          <span className={styles.none}>{t('Not agreed')}</span>
        ) : service.due === 0 && service.contractOver ? (
          <span className={styles.none}>{t('No contract')}</span>
        ) : (
          <>
            {t('{kept} of {due}', { kept: service.fulfilled, due: service.due })}
            {service.fulfilled < service.due && (
              <span className={styles.missed}>{t('{count} missed', { count: service.due - service.fulfilled })}</span>
            )}
          </>
        )}
      </Cell>
      <Cell label={t('Contract end')}>
        <EndDay
          savedEnd={textOrNull(row.contract_until)}
          concern={concerns.find(({ kind }) => kind === 'expired' || kind === 'ending' || kind === 'ends later')}
        />
      </Cell>
      <Cell label={t('Calls {year}', { year: service.year })}>
        <EmergencyCalls site={site} />
      </Cell>
      <Cell label={t('Failures {year}', { year: service.year })}>
        {failuresIn(row, service.year)}
        <span className={styles.more}>
          {t('{count} in {year}', { count: failuresIn(row, service.year - 1), year: service.year - 1 })}
        </span>
      </Cell>
      <Cell label={t('Keys')}>
        {keys === 0 ? (
          <>
            <span className={styles.none}>{t('None')}</span>
            <a className={styles.more} href={linkTo(paths.accessKeys, { site: name, issue: 1 })}>
              {t('Issue one')}
            </a>
          </>
        ) : (
          keys
        )}
        {unused > 0 && (
          <a className={styles.more} href={linkTo(paths.accessKeys, { site: name })}>
            {t('{count} never used', { count: unused })}
          </a>
        )}
      </Cell>
    </>
  );
});

/** The number of emergency calls in the year, of those that were late or have no times, and of the agreed calls that are used. */
function EmergencyCalls({ site: { row, service, response, calls } }: SiteProps) {
  const count = response.responses.length;
  const agreed = calls?.agreed ?? null;
  return (
    <>
      {count > 0 ? (
        <a href={toHistory(row.name, `${service.year}`, 'emergency')}>{count}</a>
      ) : (
        // a fault that is open for too long counts as late although there was no call
        response.late === 0 && <span className={styles.none}>{t('None')}</span>
      )}
      {response.late > 0 && <span className={styles.missed}>{t('{count} late', { count: response.late })}</span>}
      {response.unrecorded > 0 && (
        <span className={styles.more}>
          {t('{count, plural, one {# without times} other {# without times}}', { count: response.unrecorded })}
        </span>
      )}
      {calls !== null && agreed !== null && (
        <span className={calls.used > agreed ? styles.missed : styles.more}>
          {calls.isContract
            ? t('{used} of {agreed} used in the contract year', { used: calls.used, agreed })
            : t('{used} of {agreed} used', { used: calls.used, agreed })}
        </span>
      )}
    </>
  );
}

/**
 * Describes the current service period.
 * @param isSoon whether the period ends soon
 */
function runningPeriod(service: ServiceState, isSoon: boolean): ReactNode {
  const { running, nextDue } = service;
  if (running?.state === 'kept')
    return (
      <span className={styles.good}>
        <Icon name="check" />
        {tIn('of a period', 'Kept')}
      </span>
    );
  if (running?.state === 'due' && nextDue !== null) {
    const words = t('Due by {day}', { day: shortDay(nextDue) });
    return isSoon ? (
      <span className={styles.soon}>
        <Icon name="calendar" />
        {words}
      </span>
    ) : (
      words
    );
  }
  return <span className={styles.none}>{running === null ? t('Not agreed') : runningText(service)}</span>;
}

/** A cell of the table. Where rows are shown as cards, without column heads, the label is shown before the value. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className={styles.cell}>
      <span className={styles.label}>{label}</span>
      {children}
    </td>
  );
}

interface EndDayProps {
  savedEnd: string | null;
  /** The concern about the end of the contract, if there is one. */
  concern: Concern | undefined;
}

const endTones = { danger: styles.missed, warn: styles.nearing, info: styles.more };

/**
 * The contract's end as `31 Dec 2026`, and below it the text as it was written and the time until the end. A text that is not a date is
 * shown with the reason.
 */
function EndDay({ savedEnd, concern }: EndDayProps) {
  if (savedEnd === null) return <span className={styles.none}>{t('Not specified')}</span>;
  const { written, meaning, day } = contractEnd(savedEnd);
  if (day === null)
    return (
      <>
        {written}
        <span className={styles.more}>{unreadEndText(savedEnd)}</span>
      </>
    );
  return (
    <>
      {shortDay(day)}
      {meaning !== null && <span className={styles.more}>{written}</span>}
      {concern && <span className={endTones[concern.tone]}>{endingText(concern.days)}</span>}
    </>
  );
}
