import { Button } from '../Button.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  message: string;
  /** What the button says. */
  action: string;
  onAction: () => void;
  /** `alert` for what went wrong while somebody looked on. */
  role: 'alert' | 'status';
}

/** A line above what it is about, with the one thing that can be done. */
export function Notice({ message, action, onAction, role }: NoticeProps) {
  return (
    <div className={styles.notice} role={role}>
      <p>{message}</p>
      <Button onClick={onAction}>{action}</Button>
    </div>
  );
}
