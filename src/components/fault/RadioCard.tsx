import type { ReactNode } from 'react';
import styles from './RadioCard.module.css';

interface RadioCardProps {
  name: string;
  value?: string;
  checked: boolean;
  onChoose: () => void;
  className?: string | undefined;
  /** The content; it must contain a span, which draws the focus ring. */
  children: ReactNode;
}

/** A radio button as large as a button, for use on a phone. A tap anywhere on it chooses it. */
export function RadioCard({ name, value, checked, onChoose, className = '', children }: RadioCardProps) {
  return (
    <label className={`${styles.card} ${checked ? styles.chosen : ''} ${className}`}>
      <input type="radio" name={name} value={value} checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}
