import type { ReactNode } from 'react';
import layout from '../../ui/layout.module.css';
import styles from './TickBox.module.css';

export interface TickBoxState {
  checked: boolean;
  disabled: boolean;
  onTick: () => void;
}

/** Something that a visit did, with its words below each other: a fault that it answered, a recommendation that it carried out. */
export function TickBox({ checked, disabled, onTick, children }: TickBoxState & { children: ReactNode }) {
  return (
    <label className={`${layout.target} ${styles.box}`}>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={onTick} />
      <span className={styles.words}>{children}</span>
    </label>
  );
}
