import { iconPaths, type IconName } from './icon-paths.ts';
import styles from './Icon.module.css';

/** An icon. It is decorative, so it is hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
