import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './UnkeptDownload.module.css';

/** The button of a download that a lost connection prevents. It says why, and keeps the focus, unlike `disabled`. */
export function UnkeptDownload({ label, why }: { label: string; why: string }) {
  return (
    <Button className={styles.unkept} aria-disabled title={why}>
      <Icon name="download" />
      {label}
    </Button>
  );
}
