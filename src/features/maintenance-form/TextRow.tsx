import { useId } from 'react';
import { FormRow } from './FormTable.tsx';
import styles from './FormTable.module.css';

interface TextRowProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Lines of an empty field; it grows with its text. */
  rows?: number;
  maxLength?: number;
}

export function TextRow({ label, value, onChange, rows = 1, maxLength }: TextRowProps) {
  const id = useId();
  return (
    <FormRow
      name={
        <label id={`${id}-name`} htmlFor={id}>
          {label}
        </label>
      }
    >
      <textarea
        id={id}
        aria-labelledby={`${id}-name`}
        className={`${styles.input} ${rows > 1 ? styles.tall : ''}`}
        // for browsers without `field-sizing`
        rows={Math.max(rows, value.split('\n').length, Math.ceil(value.length / 70))}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormRow>
  );
}
