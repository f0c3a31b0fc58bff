import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Field } from './Field.tsx';

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

/** A text of one line, or a date or another value that an `input` takes. */
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
