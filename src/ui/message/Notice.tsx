import { Button } from '../Button.tsx';
import styles from './Notice.module.css';
import type { ReactNode } from 'react';
import errorNoteStyles from './ErrorNote.module.css';
import { Icon } from '../Icon.tsx';
import { supportUrl } from '../../lib/config.ts';
import supportLinkStyles from './SupportLink.module.css';
import loadErrorStyles from './LoadError.module.css';

interface NoticeProps {
  message: string;
  action: string;
  onAction: () => void;
  busy?: boolean;
  /** `info` when nothing is wrong. */
  tone?: 'warning' | 'info';
  /** `alert` when something has just gone wrong. */
  role: 'alert' | 'status';
}

export function Notice({ message, action, onAction, busy = false, tone = 'warning', role }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={role}>
      <p>{message}</p>
      <Button busy={busy} onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}

interface ErrorNoteProps {
  id?: string;
  announced?: boolean;
  children: ReactNode;
}

export function ErrorNote({ id, announced = true, children }: ErrorNoteProps) {
  if (!children) return null;
  return (
    <div id={id} className={errorNoteStyles.error} {...(announced && { role: 'alert' })}>
      <Icon name="warning" />
      <span>{children}</span>
    </div>
  );
}

export function SupportLink() {
  return (
    <a className={supportLinkStyles.link} href={supportUrl(import.meta.env)} target="_blank" rel="noopener noreferrer">
      <Icon name="chat" />
      Contact Support
    </a>
  );
}

export function LoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={loadErrorStyles.failed} role="alert">
      <Icon name="warning" />
      <p className={loadErrorStyles.message}>{message}</p>
      <Button onClick={onRetry}>
        <Icon name="retry" />
        Try again
      </Button>
      <SupportLink />
    </div>
  );
}
