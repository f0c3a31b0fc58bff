import styles from './ErrorNote.module.css';
import { Icon } from './Icon.tsx';

interface ErrorNoteProps {
  /** For the field that it describes. */
  id?: string;
  children: string | null | undefined;
}

/** What went wrong, beside where it did; announced when it appears. Nothing while there is no error. */
export function ErrorNote({ id, children }: ErrorNoteProps) {
  return (
    children && (
      <p id={id} className={styles.note} role="alert">
        <Icon name="warning" />
        <span>{children}</span>
      </p>
    )
  );
}
