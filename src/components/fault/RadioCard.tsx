import type { ReactNode } from 'react';
import styles from './RadioCard.module.css';

interface RadioCardProps {
  name: string;
  value?: string;
  checked: boolean;
  onChoose: () => void;
  className?: string | undefined;
  /** Its words are in a span. */
  children: ReactNode;
}

/** A choice as large as a button, for a thumb: a tap anywhere on it chooses. */
export function RadioCard({ name, value, checked, onChoose, className = '', children }: RadioCardProps) {
  return (
    <label className={`${styles.card} ${checked ? styles.chosen : ''} ${className}`}>
      <input type="radio" name={name} value={value} checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}
