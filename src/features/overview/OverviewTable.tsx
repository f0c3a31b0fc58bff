import { memo, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIdleGrowth } from '../../lib/screen/use-idle-growth.ts';
import { DataTable, SortHead } from '../../ui/DataTable.tsx';
import type { OverviewKey, OverviewOrder } from './overview-order.ts';
import { OverviewRow } from './OverviewRow.tsx';
import styles from './OverviewTable.module.css';
import type { WatchedSite } from './site-concerns.ts';

interface OverviewTableProps {
  sites: readonly WatchedSite[];
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

/** Every row is rendered, for the browser's own search and for paper; those out of sight are not laid out. */
export const OverviewTable = memo(function OverviewTable({
  sites,
  year,
  order,
  complete,
  onOrder,
}: OverviewTableProps) {
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
      {(complete ? sites : sites.slice(0, count)).map((site) => (
        <OverviewRow key={site.row.site_id} site={site} />
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

/** Counts are sorted from the largest first. */
function isAscending({ key, turned }: OverviewOrder): boolean {
  return ['kept', 'failures', 'keys'].includes(key) === turned;
}
