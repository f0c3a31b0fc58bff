import { Icon } from '../../ui/Icon.tsx';
import styles from './Failure.module.css';

interface FailureProps {
  /** For the field that it describes. */
  id?: string;
  children: string | null | undefined;
}

/** What went wrong in a dialog; announced when it appears. */
export function Failure({ id, children }: FailureProps) {
  return (
    children && (
      <p id={id} className={styles.failure} role="alert">
        <Icon name="warning" />
        <span>{children}</span>
      </p>
    )
  );
}
