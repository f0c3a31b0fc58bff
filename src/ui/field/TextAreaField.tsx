import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import styles from './Field.module.css';
import { Field } from './Field.tsx';
import { useTypedText } from './use-typed-text.ts';

interface TextAreaFieldProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'onChange' | 'value' | 'maxLength'
> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Announced when it appears. */
  error?: ReactNode;
  hint?: string;
  /** In characters. */
  limit?: number;
  inputRef?: Ref<HTMLTextAreaElement>;
}

export function TextAreaField({ label, value, onChange, error, hint, limit, inputRef, ...rest }: TextAreaFieldProps) {
  const { type, tooLong, remark } = useTypedText({ value, onChange, lines: true, limit });
  return (
    <Field label={label} hint={hint} remark={remark} error={error ?? tooLong}>
      {({ className, ...attributes }) => (
        <textarea
          {...rest}
          {...attributes}
          ref={inputRef}
          className={`${className} ${styles.area}`}
          value={value}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </Field>
  );
}
