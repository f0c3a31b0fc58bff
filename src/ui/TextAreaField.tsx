import { useId, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

interface TextAreaFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with the value; announced when it appears. */
  error?: ReactNode;
  hint?: string;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** A text of several lines; the field grows with it. */
export function TextAreaField({ label, value, onChange, error, hint, inputRef, ...rest }: TextAreaFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.frame}>
        <textarea
          {...rest}
          ref={inputRef}
          id={id}
          className={`${styles.control} ${styles.area}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...(described && { 'aria-describedby': described })}
          {...(error && { 'aria-invalid': true })}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <div id={`${id}-error`} role="alert" className={styles.error}>
          <Icon name="warning" />
          <span>{error}</span>
        </div>
      )}
    </div>
  );
}
