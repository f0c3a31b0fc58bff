import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './SaveBar.module.css';

interface SaveBarProps extends ComponentProps<'section'> {
  /** Keeps the bar in sight; with nothing to save it would only be in the way. */
  kept: boolean;
  /** What is not saved, in words. */
  status: ReactNode;
  /** Why the last attempt to save did not work; shown in place of the status. */
  problem?: { title: string; text: string } | null;
  /** The buttons, and the dialogs that they open. */
  children: ReactNode;
}

/** The foot of a form or a page of inputs: what is not saved, and the way to save it. */
export function SaveBar({ kept, status, problem, children, className = '', ...section }: SaveBarProps) {
  return (
    <section className={`${styles.bar} ${kept ? styles.kept : ''} ${className}`} {...section}>
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
