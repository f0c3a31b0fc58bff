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

export const notFound = 'Page not found';

/** @param start a link to the start */
export function NotFoundScreen({ start }: { start: ReactNode }) {
  return (
    <PlainScreen title={notFound} actions={start}>
      <p>There is no page at this URL. It may be mistyped or incomplete.</p>
    </PlainScreen>
  );
}
