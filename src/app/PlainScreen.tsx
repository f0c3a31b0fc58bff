import type { ReactNode } from 'react';
import { PageHeading } from '../ui/PageHeading.tsx';
import layout from '../ui/layout.module.css';
import styles from './PlainScreen.module.css';

interface PlainScreenProps {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** A closed barrier, a sentence, and buttons. */
export function PlainScreen({ title, children, actions }: PlainScreenProps) {
  return (
    <div className={styles.plain}>
      <span className={styles.arm} aria-hidden="true" />
      <PageHeading title={title} />
      <div className={styles.text}>{children}</div>
      {actions && <div className={`${layout.row} ${styles.actions}`}>{actions}</div>}
    </div>
  );
}
