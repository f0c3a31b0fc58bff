import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { SupportLink } from './SupportLink.tsx';
import styles from './LoadError.module.css';

export function LoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <Icon name="warning" />
      <p className={styles.message}>{message}</p>
      <Button onClick={onRetry}>
        <Icon name="retry" />
        Try again
      </Button>
      <SupportLink />
    </div>
  );
}
