import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Field } from './Field.tsx';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Announced when it appears. */
  error?: ReactNode;
  hint?: string;
  trailing?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

export function TextField({ label, value, onChange, error, hint, trailing, inputRef, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <>
          <input
            {...rest}
            {...attributes}
            ref={inputRef}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {trailing}
        </>
      )}
    </Field>
  );
}
