import type { OrderKey, TaskOrder } from './task-order.ts';
import { Icon } from '../../ui/Icon.tsx';
import { orderLabels } from './order-labels.ts';
import styles from './SortHead.module.css';

interface SortHeadProps {
  column: OrderKey;
  order: TaskOrder;
  onOrder: (order: TaskOrder) => void;
}

/**
 * The head of a column. Pressing it sorts by the column, pressing it again turns the order round. Where rows are cards it is
 * plain words for screen readers.
 */
export function SortHead({ column, order, onOrder }: SortHeadProps) {
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
