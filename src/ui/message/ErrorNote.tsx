import type { ReactNode } from 'react';
import styles from './ErrorNote.module.css';
import { Icon } from '../Icon.tsx';

interface ErrorNoteProps {
  /** For the input that it describes. */
  id?: string;
  /** Whether it is read out when it appears. */
  announced?: boolean;
  children: ReactNode;
}

/** What is wrong with an input, or why a step of a dialog did not work. Nothing without a text. */
export function ErrorNote({ id, announced = true, children }: ErrorNoteProps) {
  if (!children) return null;
  return (
    <div id={id} className={styles.error} {...(announced && { role: 'alert' })}>
      <Icon name="warning" />
      <span>{children}</span>
    </div>
  );
}
