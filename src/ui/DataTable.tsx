import type { ComponentProps, ReactNode } from 'react';
import styles from './DataTable.module.css';

interface DataTableProps extends ComponentProps<'table'> {
  heads: readonly string[];
  /** In pixels of the window; below, rows become cards and only screen readers get the heads. */
  cardsBelow: 720 | 1120;
  children: ReactNode;
}

/** `--cell` sets the padding of the cells; all other rules of a screen override the table's. */
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
