import styles from './CloseButton.module.css';
import { Icon } from './Icon.tsx';

export function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.close} onClick={onClick} aria-label={label}>
      <Icon name="close" />
    </button>
  );
}
