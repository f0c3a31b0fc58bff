import type { ReactNode } from 'react';
import { SupportLink } from '../ui/message/SupportLink.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import layout from '../ui/layout.module.css';
import styles from './PlainScreen.module.css';

interface PlainScreenProps {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

export function PlainScreen({ title, children, actions }: PlainScreenProps) {
  return (
    <div className={styles.plain}>
      <span className={styles.arm} aria-hidden="true" />
      <PageHeading title={title} />
      <div className={styles.text}>{children}</div>
      <div className={`${layout.row} ${styles.actions}`}>
        {actions}
        <SupportLink />
      </div>
    </div>
  );
}
