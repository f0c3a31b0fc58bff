import { Fragment, useRef, useState } from 'react';

import type { HistoryEntry } from './history-entries.ts';
import { HistoryHeading } from './HistoryHeading.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import styles from './HistoryTable.module.css';
import { useHistoryRows } from './use-history-rows.ts';
import { DataTable, SortHead } from '../../../ui/DataTable.tsx';
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
  const [focused, setFocused] = useState<number | null>(null);
  const { rows, rest, measure } = useHistoryRows(entries, table, focused);

  const sorting = { order, onOrder };
  const heads = [
    <ColumnHead key="date" column="date" {...sorting} />,
    <ColumnHead key="title" column="title" {...sorting} />,
    <th key="text" scope="col" className={styles.text}>
      Text
    </th>,
    <ColumnHead key="pdf" column="pdf" {...sorting} />,
    <ColumnHead key="photos" column="photos" {...sorting} />,
  ];

  return (
    <DataTable ref={table} heads={heads} className={styles.table} aria-label="Tasks" aria-rowcount={entries.length + 1}>
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
    </DataTable>
  );
}

function Gap({ height }: { height: number }) {
  if (height < 1) return null;
  return <tr className={styles.gap} style={{ height }} aria-hidden="true" />;
}

interface ColumnHeadProps {
  column: Exclude<OrderKey, 'year' | 'month'>;
  order: TaskOrder;
  onOrder: (order: TaskOrder) => void;
}

function ColumnHead({ column, order, onOrder }: ColumnHeadProps) {
  const { head, first } = orderLabels[column];
  const sorted = order.key === column;
  return (
    <SortHead
      text={head}
      sorted={sorted ? (order.descending ? 'descending' : 'ascending') : null}
      up={!order.descending}
      cardsBelow={900}
      className={styles[column]}
      onSort={() => onOrder({ key: column, descending: sorted ? !order.descending : first === 'descending' })}
    />
  );
}
