import { Button } from '../Button.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  message: string;
  action: string;
  onAction: () => void;
  /** `alert` when something has just gone wrong. */
  role: 'alert' | 'status';
}

export function Notice({ message, action, onAction, role }: NoticeProps) {
  return (
    <div className={styles.notice} role={role}>
      <p>{message}</p>
      <Button onClick={onAction}>{action}</Button>
    </div>
  );
}
