import type { ReactNode } from 'react';
import styles from './Facts.module.css';

interface FactsProps {
  label: string;
  columns: 'three' | 'four';
  className?: string;
  children: ReactNode;
}

export function Facts({ label, columns, className = '', children }: FactsProps) {
  return (
    <dl className={`${styles.facts} ${styles[columns]} ${className}`} aria-label={label}>
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

export function MissingFact({ children }: { children: ReactNode }) {
  return <span className={styles.missing}>{children}</span>;
}

export function FactNote({ children }: { children: ReactNode }) {
  return <span className={styles.note}>{children}</span>;
}
