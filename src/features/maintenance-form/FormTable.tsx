import type { ReactNode } from 'react';
import styles from './FormTable.module.css';

interface FormTableProps {
  title: string;
  children: ReactNode;
}

export function FormTable({ title, children }: FormTableProps) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{title}</caption>
      <tbody>{children}</tbody>
    </table>
  );
}

interface FormRowProps {
  /** The row's name: a label of its field, or words that `aria-labelledby` points at. */
  name: ReactNode;
  nameId?: string;
  children: ReactNode;
  className?: string | undefined;
}

export function FormRow({ name, nameId, children, className = '' }: FormRowProps) {
  return (
    <tr className={styles.row}>
      <th className={styles.name} scope="row" id={nameId}>
        {name}
      </th>
      <td className={`${styles.cell} ${className}`}>{children}</td>
    </tr>
  );
}
