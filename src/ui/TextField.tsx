import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with the value; announced when it appears. */
  error?: ReactNode;
  hint?: string;
  /** A control at the end of the field, such as a reveal button. */
  trailing?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

export function TextField({ label, value, onChange, error, hint, trailing, inputRef, ...rest }: TextFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.frame}>
        <input
          {...rest}
          ref={inputRef}
          id={id}
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...(described && { 'aria-describedby': described })}
          {...(error && { 'aria-invalid': true })}
        />
        {trailing}
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
