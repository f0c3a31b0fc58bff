import type { ReactNode } from 'react';
import layout from '../../ui/layout.module.css';
import styles from './TickBox.module.css';

export interface TickBoxState {
  checked: boolean;
  disabled: boolean;
  onTick: () => void;
}

/** A checkbox for something that a visit did, such as a fault that it answered. The children are stacked beside the box. */
export function TickBox({ checked, disabled, onTick, children }: TickBoxState & { children: ReactNode }) {
  return (
    <label className={`${layout.target} ${styles.box}`}>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={onTick} />
      <span className={styles.words}>{children}</span>
    </label>
  );
}
