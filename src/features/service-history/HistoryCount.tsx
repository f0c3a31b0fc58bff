import { orderKeys, orderLabels, usualOrder, type TaskOrder } from './task-order.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { kindText, orderValue, type HistoryFilter } from './history-filter.ts';
import layout from '../../ui/layout.module.css';
import styles from './HistoryCount.module.css';

interface HistoryCountProps {
  filter: HistoryFilter;
  shown: number;
  total: number;
  order: TaskOrder;
  onOrder: (value: string) => void;
  onClear: () => void;
}

const orders = orderKeys.flatMap((key) => {
  const way = (descending: boolean) => ({
    value: orderValue({ key, descending }),
    label: orderLabels[key][descending ? 'descending' : 'ascending'],
  });
  return key === usualOrder.key ? [way(true), way(false)] : [way(false), way(true)];
});

/** How many tasks there are, said when it changes; the way out of the filters; and, for cards, their order. */
export function HistoryCount({ filter, shown, total, order, onOrder, onClear }: HistoryCountProps) {
  const { query, year, month, kind } = filter;
  const filtered = query.trim() !== '' || year !== null || month !== null || kind !== null;
  const also = [kindText(kind), query.trim() && `search “${query.trim()}”`].filter(Boolean);
  return (
    <div className={`${layout.row} ${styles.line} ${shown === 0 ? styles.empty : ''}`}>
      <p className={styles.count} role="status">
        {total === 0
          ? 'No activities yet.'
          : shown === 0
            ? 'No tasks found for the selected year and month.'
            : `${shown === total ? '' : `${shown} of `}${total === 1 ? '1 task' : `${total} tasks`}`}
      </p>
      {shown === 0 && also.length > 0 && (
        <p>{`The ${also.join(' and the ')} ${also.length === 1 ? 'is' : 'are'} on, too.`}</p>
      )}
      {filtered && <Button onClick={onClear}>Clear filters</Button>}
      {shown > 1 && (
        <div className={styles.order}>
          <SelectField label="Sort by" value={orderValue(order)} onChange={onOrder} options={orders} />
        </div>
      )}
    </div>
  );
}
