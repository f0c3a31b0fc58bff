import { memo, useRef, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIdleGrowth } from '../../lib/screen/use-idle-growth.ts';
import { Icon } from '../../ui/Icon.tsx';
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

/** Every row is rendered, for the browser's own search and for paper; those out of sight are not laid out. */
export const OverviewTable = memo(function OverviewTable({
  sites,
  year,
  order,
  complete,
  onOrder,
}: OverviewTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const count = useIdleGrowth(sites.length, growth);
  const follow = useFollow();

  const sort = (next: OverviewOrder) => {
    onOrder(next);
    // a new order is read from the top
    if ((table.current?.getBoundingClientRect().top ?? 0) < 0) table.current?.scrollIntoView({ block: 'start' });
  };
  const head = { order, onOrder: sort };

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its links are pressed
    <table ref={table} className={styles.table} aria-label="Sites" onClick={follow}>
      <thead>
        <tr>
          <OrderHead column="site" text="Site" {...head} />
          <OrderHead column="status" text="Status" {...head} />
          <OrderHead column="visit" text="Last visit" {...head} />
          <OrderHead column="period" text="This period" {...head} />
          <OrderHead column="kept" text={`Kept in ${year}`} {...head} />
          <OrderHead column="contract" text="Contract end" {...head} />
          <OrderHead column="failures" text={`Failures ${year}`} {...head} />
          <OrderHead column="keys" text="Keys" {...head} />
        </tr>
      </thead>
      <tbody>
        {(complete ? sites : sites.slice(0, count)).map((site) => (
          <OverviewRow key={site.row.site_id} site={site} />
        ))}
      </tbody>
    </table>
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

interface OrderHeadProps {
  column: OverviewKey;
  text: string;
  order: OverviewOrder;
  onOrder: (order: OverviewOrder) => void;
}

/** Sorts by the column; another press reverses the order. */
function OrderHead({ column, text, order, onOrder }: OrderHeadProps) {
  const sorted = order.key === column;
  const turned = sorted && order.turned;
  return (
    <th scope="col" {...(sorted && { 'aria-sort': isAscending(order) ? 'ascending' : 'descending' })}>
      <button
        type="button"
        className={`${styles.sort} ${sorted ? styles.sorted : ''}`}
        onClick={() => onOrder({ key: column, turned: sorted && !order.turned })}
      >
        {text}
        {sorted && (
          <span className={turned ? styles.up : ''}>
            <Icon name="chevron-down" />
          </span>
        )}
      </button>
      <span className={styles.plain}>{text}</span>
    </th>
  );
}

/** Counts are sorted from the largest first. */
function isAscending({ key, turned }: OverviewOrder): boolean {
  return ['kept', 'failures', 'keys'].includes(key) === turned;
}
