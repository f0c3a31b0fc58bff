import { useId, useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import { t } from '../../lib/language/translate.ts';
import { sanitizedText, tooLongText } from '../../lib/text-rules.ts';
import { Field } from './Field.tsx';
import styles from './Field.module.css';

/** The properties of every field for text. */
interface TextProps<Control> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Screen readers announce it when it appears. */
  error?: ReactNode;
  hint?: string;
  /** The greatest length, in characters. */
  limit?: number;
  inputRef?: Ref<Control>;
}

type OwnProps = keyof TextProps<unknown> | 'maxLength' | 'ref';

interface TextFieldProps extends TextProps<HTMLInputElement>, Omit<ComponentProps<'input'>, OwnProps | 'list'> {
  /** Texts that the browser offers while a person types. */
  suggestions?: readonly string[];
  /** The label of a suggestion, if it differs from the text that the suggestion fills in. */
  suggestionLabel?: (suggestion: string) => string;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, hint, limit, inputRef, suggestions = [], suggestionLabel, ...rest } = props;
  const { type, tooLong, remark } = useTypedText({ value, onChange, lines: false, limit });
  const list = useId();
  return (
    <Field label={label} hint={hint} remark={remark} error={error ?? tooLong}>
      {(attributes) => (
        <>
          <input
            {...rest}
            {...attributes}
            {...(suggestions.length > 0 && { list })}
            ref={inputRef}
            value={value}
            onChange={(event) => type(event.target.value)}
          />
          {suggestions.length > 0 && (
            <datalist id={list}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion}>
                  {suggestionLabel?.(suggestion) ?? suggestion}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

interface TextAreaFieldProps extends TextProps<HTMLTextAreaElement>, Omit<ComponentProps<'textarea'>, OwnProps> {}

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
  /** Whether the text may have several lines. */
  lines: boolean;
  /** The greatest length, in characters. A longer text is not cut, because that might be noticed too late; an error says that it is too long. */
  limit?: number | undefined;
}

/** Removes characters that cannot be stored from typed or pasted text, with a remark about it, and says if the text is too long. */
export function useTypedText({ value, onChange, lines, limit }: TypedText) {
  const [removedCount, setRemovedCount] = useState(0);
  return {
    type: (typed: string) => {
      const sanitized = sanitizedText(typed, { lines });
      setRemovedCount(sanitized.lost);
      onChange(sanitized.text);
    },
    tooLong: limit === undefined ? null : tooLongText(value, limit),
    remark:
      removedCount === 0
        ? null
        : t(
            '{count, plural, one {# character that cannot be stored was left out.} other {# characters that cannot be stored were left out.}}',
            { count: removedCount },
          ),
  };
}

/** A search field, without the browser's list of earlier searches. */
export function SearchField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete'>) {
  return <TextField {...props} type="search" autoComplete="off" />;
}
