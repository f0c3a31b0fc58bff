import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import layout from './layout.module.css';
import styles from './SaveBar.module.css';

interface SaveBarProps extends ComponentProps<'section'> {
  kept: boolean;
  status: ReactNode;
  /** Shown in place of the status. */
  problem?: { title: string; text: string } | null;
  children: ReactNode;
}

export function SaveBar({ kept, status, problem, children, className = '', ...section }: SaveBarProps) {
  return (
    <section className={`${layout.plate} ${styles.bar} ${kept ? styles.kept : ''} ${className}`} {...section}>
      <div className={styles.words}>
        {problem ? (
          <p role="alert" className={styles.problem}>
            <Icon name="warning" />
            <strong>{problem.title}</strong>
            <span>{problem.text}</span>
          </p>
        ) : (
          <p role="status">{status}</p>
        )}
      </div>
      {children}
    </section>
  );
}
