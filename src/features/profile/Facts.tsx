import type { ReactNode } from 'react';
import styles from './Facts.module.css';

interface FactsProps {
  /** Said by screen readers. */
  label: string;
  /** On a wide page. */
  columns: 'three' | 'four';
  className?: string;
  children: ReactNode;
}

/** Named values in a ruled grid. */
export function Facts({ label, columns, className = '', children }: FactsProps) {
  return (
    <dl className={`${styles.facts} ${styles[columns]} ${className}`} aria-label={label}>
      {children}
    </dl>
  );
}

/** A cell of `Facts`. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

/** A value that is not there, in words. */
export function MissingFact({ children }: { children: ReactNode }) {
  return <span className={styles.missing}>{children}</span>;
}

/** What there is to say below a value. */
export function FactNote({ children }: { children: ReactNode }) {
  return <span className={styles.note}>{children}</span>;
}
