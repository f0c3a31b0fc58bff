import { Icon } from '../Icon.tsx';
import layout from '../layout.module.css';
import texts from '../text.module.css';
import styles from './Warning.module.css';

/** A warning about what a button will do. It is not announced, because it is on the screen from the beginning and screen readers read it. */
export function Warning({ children }: { children: string }) {
  return (
    <p className={`${layout.line} ${texts.medium} ${styles.warning}`}>
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}
