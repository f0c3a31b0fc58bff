import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Field } from './Field.tsx';
import { useTypedText } from './use-typed-text.ts';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'maxLength'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Announced when it appears. */
  error?: ReactNode;
  hint?: string;
  /** In characters. */
  limit?: number;
  inputRef?: Ref<HTMLInputElement>;
}

export function TextField({ label, value, onChange, error, hint, limit, inputRef, ...rest }: TextFieldProps) {
  const { type, tooLong, remark } = useTypedText({ value, onChange, lines: false, limit });
  return (
    <Field label={label} hint={hint} remark={remark} error={error ?? tooLong}>
      {(attributes) => (
        <input {...rest} {...attributes} ref={inputRef} value={value} onChange={(event) => type(event.target.value)} />
      )}
    </Field>
  );
}
