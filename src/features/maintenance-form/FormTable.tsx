import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './FormTable.module.css';

interface FormTableProps {
  id: string;
  title: string;
  state: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
  foot?: ReactNode;
}

export function FormTable({ id, title, state, open, onOpen, children, foot }: FormTableProps) {
  return (
    <details
      id={id}
      className={styles.section}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && onOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <h2 id={`${id}-title`}>{title}</h2>
        <span className={styles.state}>{state}</span>
        <Icon name="chevron-down" />
      </summary>
      <table className={styles.table} aria-labelledby={`${id}-title`}>
        <tbody>{children}</tbody>
      </table>
      {foot}
    </details>
  );
}

interface FormRowProps {
  /** A label of its field, or text that `aria-labelledby` refers to. */
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
