import type { ReactNode } from 'react';
import styles from './ErrorNote.module.css';
import { Icon } from '../Icon.tsx';

interface ErrorNoteProps {
  id?: string;
  announced?: boolean;
  children: ReactNode;
}

export function ErrorNote({ id, announced = true, children }: ErrorNoteProps) {
  if (!children) return null;
  return (
    <div id={id} className={styles.error} {...(announced && { role: 'alert' })}>
      <Icon name="warning" />
      <span>{children}</span>
    </div>
  );
}
