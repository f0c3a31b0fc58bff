import type { ReactNode } from 'react';
import styles from './UnsavedMark.module.css';

/** Says what of a post or a failure type is not saved yet. */
export function UnsavedMark({ children }: { children: ReactNode }) {
  return <p className={styles.mark}>{children}</p>;
}
