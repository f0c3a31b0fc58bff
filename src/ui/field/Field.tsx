import { useId, type ReactNode } from 'react';
import { ErrorNote } from '../message/Notice.tsx';
import styles from './Field.module.css';

interface FieldAttributes {
  id: string;
  className: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** A note about the typed text, such as that a part of it was left out. */
  remark?: string | null;
  error?: ReactNode;
  /** Whether screen readers announce the error when it appears; true by default. */
  announced?: boolean;
  /** Renders the control. The attributes connect it with the label, the hint and the error. */
  children: (attributes: FieldAttributes) => ReactNode;
}

/** The frame of a form control: its label, hint, remark and error. */
export function Field({ label, hint, remark, error, announced = true, children }: FieldProps) {
  const id = useId();
  const descriptionIds = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.frame}>
        {children({
          id,
          className: styles.control,
          ...(descriptionIds && { 'aria-describedby': descriptionIds }),
          ...(error && { 'aria-invalid': true }),
        })}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {remark && (
        <p className={styles.hint} role="status">
          {remark}
        </p>
      )}
      <ErrorNote id={`${id}-error`} announced={announced}>
        {error}
      </ErrorNote>
    </div>
  );
}
