import { Fragment, useRef, useState } from 'react';

import type { HistoryEntry } from './history-entries.ts';
import { HistoryHeading } from './HistoryHeading.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import styles from './HistoryTable.module.css';
import { useHistoryRows } from './use-history-rows.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { orderLabels, type OrderKey, type TaskOrder } from '../task-order.ts';

interface HistoryTableProps {
  entries: readonly HistoryEntry[];
  words: readonly string[];
  added: ReadonlySet<number>;
  site: string | null;
  order: TaskOrder;
  onOrder: (order: TaskOrder) => void;
  onOpen: (task: number) => void;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
}

/** A real table of thousands of rows that announces their number and renders those in sight. */
export function HistoryTable({ entries, words, added, site, order, onOrder, ...openers }: HistoryTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const { rows, rest, measure } = useHistoryRows(entries, body, focused);

  const sort = (next: TaskOrder) => {
    onOrder(next);
    // a new order is read from the top
    if ((table.current?.getBoundingClientRect().top ?? 0) < 0) table.current?.scrollIntoView({ block: 'start' });
  };
  const head = { order, onOrder: sort };

  return (
    <table ref={table} className={styles.table} aria-label="Tasks" aria-rowcount={entries.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <SortHead column="date" {...head} />
          <SortHead column="title" {...head} />
          <th scope="col" className={styles.text}>
            Text
          </th>
          <SortHead column="pdf" {...head} />
          <SortHead column="photos" {...head} />
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map(({ item, gap }) => {
          const entry = entries[item.index];
          if (!entry) return null;
          return (
            <Fragment key={item.key}>
              <Gap height={gap} />
              {entry.kind === 'heading' ? (
                <HistoryHeading {...entry} site={site} index={item.index} measure={measure} />
              ) : (
                <HistoryRow
                  task={entry.task}
                  words={words}
                  isNew={added.has(entry.task.id)}
                  index={item.index}
                  measure={measure}
                  onFocus={setFocused}
                  {...openers}
                />
              )}
            </Fragment>
          );
        })}
        <Gap height={rest} />
      </tbody>
    </table>
  );
}

function Gap({ height }: { height: number }) {
  if (height < 1) return null;
  return <tr className={styles.gap} style={{ height }} aria-hidden="true" />;
}

interface SortHeadProps {
  column: Exclude<OrderKey, 'year' | 'month'>;
  order: TaskOrder;
  onOrder: (order: TaskOrder) => void;
}

/** Sorts by the column; another press reverses the order. Where rows are cards, it is text for screen readers. */
function SortHead({ column, order, onOrder }: SortHeadProps) {
  const { head, first } = orderLabels[column];
  const sorted = order.key === column;
  const next = { key: column, descending: sorted ? !order.descending : first === 'descending' };
  return (
    <th
      scope="col"
      aria-label={head}
      className={styles[column]}
      {...(sorted && { 'aria-sort': order.descending ? 'descending' : 'ascending' })}
    >
      <button type="button" className={styles.sort} onClick={() => onOrder(next)}>
        {head}
        <span className={`${styles.sign} ${sorted && !order.descending ? styles.up : ''}`}>
          {sorted && <Icon name="chevron-down" />}
        </span>
      </button>
      <span className={styles.plain}>{head}</span>
    </th>
  );
}
