import { Button } from '../Button.tsx';
import styles from './Notice.module.css';

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
