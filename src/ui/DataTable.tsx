import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './DataTable.module.css';

interface DataTableProps extends ComponentProps<'table'> {
  /** The words of each head, or a `SortHead`. */
  heads: readonly (string | ReactElement)[];
  caption?: ReactNode;
  /**
   * In narrower windows rows become cards, and only screen readers get the heads. In pixels at the usual size of text:
   * the style sheet has it in `rem`.
   */
  cardsBelow?: 720 | 1120;
  children: ReactNode;
}

/** A table. `--cell` sets the padding of the cells; all other rules of a screen override the table's. */
export function DataTable({ heads, caption, cardsBelow, children, className = '', ...table }: DataTableProps) {
  const cards = cardsBelow === undefined ? '' : cardsBelow === 720 ? styles.below720 : styles.below1120;
  const firstRow = table['aria-rowcount'] === undefined ? {} : { 'aria-rowindex': 1 };
  return (
    <table className={`${styles.table} ${cards} ${className}`} {...table}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr {...firstRow}>
          {heads.map((head) =>
            typeof head === 'string' ? (
              <th key={head} scope="col">
                {head}
              </th>
            ) : (
              head
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface SortHeadProps {
  text: string;
  /** Null where another column gives the order. */
  sorted: 'ascending' | 'descending' | null;
  /** Whether the sign of the head points up. */
  up: boolean;
  /** As of the table: below this width, the head is plain words. */
  cardsBelow: 900 | 1120;
  className?: string | undefined;
  onSort: () => void;
}

export function SortHead({ text, sorted, up, cardsBelow, className = '', onSort }: SortHeadProps) {
  const sort = ({ currentTarget }: MouseEvent) => {
    onSort();
    const table = currentTarget.closest('table');
    // a new order is read from the top
    if (table && table.getBoundingClientRect().top < 0) table.scrollIntoView({ block: 'start' });
  };
  return (
    <th
      scope="col"
      aria-label={text}
      className={`${cardsBelow === 900 ? styles.plainBelow900 : styles.plainBelow1120} ${className}`}
      {...(sorted && { 'aria-sort': sorted })}
    >
      <button type="button" className={styles.sort} onClick={sort}>
        {text}
        {sorted && (
          <span className={up ? styles.up : ''}>
            <Icon name="chevron-down" />
          </span>
        )}
      </button>
      <span className={styles.plain}>{text}</span>
    </th>
  );
}
