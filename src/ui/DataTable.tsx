import type { ComponentProps, ReactNode } from 'react';
import styles from './DataTable.module.css';

interface DataTableProps extends ComponentProps<'table'> {
  heads: readonly string[];
  /** Window width in pixels below which each row is a card, and the heads are only read out. */
  cardsBelow: 720 | 1120;
  children: ReactNode;
}

/** `--cell` sets the padding of the cells; every other rule of a screen wins over the table's. */
export function DataTable({ heads, cardsBelow, children, className = '', ...table }: DataTableProps) {
  const cards = cardsBelow === 720 ? styles.below720 : styles.below1120;
  return (
    <table className={`${styles.table} ${cards} ${className}`} {...table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
