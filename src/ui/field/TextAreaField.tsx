import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import styles from './Field.module.css';
import { Field } from './Field.tsx';

interface TextAreaFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Announced when it appears. */
  error?: ReactNode;
  hint?: string;
  inputRef?: Ref<HTMLTextAreaElement>;
}

export function TextAreaField({ label, value, onChange, error, hint, inputRef, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ className, ...attributes }) => (
        <textarea
          {...rest}
          {...attributes}
          ref={inputRef}
          className={`${className} ${styles.area}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
