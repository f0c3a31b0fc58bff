import { Icon } from '../Icon.tsx';
import layout from '../layout.module.css';
import texts from '../text.module.css';
import styles from './Warning.module.css';

/** What is to be thought of before a press: it stands there from the beginning, and is not announced. */
export function Warning({ children }: { children: string }) {
  return (
    <p className={`${layout.line} ${texts.medium} ${styles.warning}`}>
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}
