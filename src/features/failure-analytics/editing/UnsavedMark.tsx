import type { ReactNode } from 'react';
import styles from './UnsavedMark.module.css';

export function UnsavedMark({ children }: { children: ReactNode }) {
  return <p className={styles.mark}>{children}</p>;
}
