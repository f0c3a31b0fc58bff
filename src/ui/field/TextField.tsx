import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useState,
  type ComponentProps,
} from 'react';
import { Field } from './Field.tsx';
import styles from './Field.module.css';
import { mendedText, tooLongText } from '../../lib/text-rules.ts';

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

interface TypedText {
  value: string;
  onChange: (value: string) => void;
  /** Whether it has several lines. */
  lines: boolean;
  /** In characters. What is longer stays in the field, with a sentence about it: a cut would be noticed too late. */
  limit?: number | undefined;
}

/** For every field for text: mends what was typed or pasted, says so, and says what is too long. */
export function useTypedText({ value, onChange, lines, limit }: TypedText) {
  const [lost, setLost] = useState(0);
  return {
    type: (typed: string) => {
      const mended = mendedText(typed, { lines });
      setLost(mended.lost);
      onChange(mended.text);
    },
    tooLong: limit === undefined ? null : tooLongText(value, limit),
    remark:
      lost === 0
        ? null
        : `${lost === 1 ? '1 character' : `${lost} characters`} that cannot be stored ${lost === 1 ? 'was' : 'were'} left out.`,
  };
}

/** Without the browser's list of earlier searches. */
export function SearchField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete'>) {
  return <TextField {...props} type="search" autoComplete="off" />;
}
