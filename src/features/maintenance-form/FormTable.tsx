import type { ReactNode } from 'react';
import styles from './FormTable.module.css';

interface FormTableProps {
  title: string;
  children: ReactNode;
}

/** One group of the form: a table of names and what is filled in (`spec §2`). */
export function FormTable({ title, children }: FormTableProps) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{title}</caption>
      <tbody>{children}</tbody>
    </table>
  );
}
