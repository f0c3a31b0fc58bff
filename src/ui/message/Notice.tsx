import type { ReactNode } from 'react';
import { supportUrl } from '../../lib/config.ts';
import { t } from '../../lib/language/translate.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import layout from '../layout.module.css';
import styles from './Notice.module.css';

interface NoticeProps {
  message: string;
  action: string;
  onAction: () => void;
  busy?: boolean;
  /** `info` is for a message that is no problem; `warning` by default. */
  tone?: 'warning' | 'info';
  /** `alert` is for something that has just gone wrong. */
  role: 'alert' | 'status';
}

/** A message in a coloured box with a button. */
export function Notice({ message, action, onAction, busy = false, tone = 'warning', role }: NoticeProps) {
  return (
    <div className={`${layout.apart} ${styles.notice} ${styles[tone]}`} role={role}>
      <p>{message}</p>
      <Button busy={busy} onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}

interface ErrorNoteProps {
  id?: string;
  /** Whether screen readers announce the error when it appears; true by default. */
  announced?: boolean;
  children: ReactNode;
}

/** A line with an error. Not rendered without content. */
export function ErrorNote({ id, announced = true, children }: ErrorNoteProps) {
  if (!children) return null;
  return (
    <div id={id} className={styles.error} {...(announced && { role: 'alert' })}>
      <Icon name="warning" />
      <span>{children}</span>
    </div>
  );
}

export function SupportLink() {
  return (
    <a
      className={`${layout.inline} ${styles.link}`}
      href={supportUrl(import.meta.env)}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="chat" />
      {t('Contact Support')}
    </a>
  );
}

interface LoadErrorProps {
  message: string;
  busy?: boolean;
  onRetry: () => void;
}

/** The message that something could not be loaded, with a button to retry and a link to the support. */
export function LoadError({ message, busy = false, onRetry }: LoadErrorProps) {
  return (
    <div className={`${layout.row} ${styles.failed}`} role="alert">
      <Icon name="warning" />
      <p className={styles.message}>{message}</p>
      <Button busy={busy} onClick={onRetry}>
        <Icon name="retry" />
        {busy ? t('Trying…') : t('Try again')}
      </Button>
      <SupportLink />
    </div>
  );
}
