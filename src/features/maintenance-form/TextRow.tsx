import { useId } from 'react';
import { useTypedText } from '../../ui/field/use-typed-text.ts';
import { FormRow } from './FormTable.tsx';
import { TextNotes } from './TextNotes.tsx';
import styles from './FormTable.module.css';

interface TextRowProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Lines of an empty field; it grows with its text. */
  rows?: number;
  /** In characters. */
  limit?: number;
}

export function TextRow({ label, value, onChange, rows = 1, limit }: TextRowProps) {
  const id = useId();
  const { type, tooLong, remark } = useTypedText({ value, onChange, lines: true, limit });
  return (
    <FormRow
      name={
        <label id={`${id}-name`} htmlFor={id}>
          {label}
        </label>
      }
    >
      <textarea
        id={id}
        aria-labelledby={`${id}-name`}
        className={`${styles.input} ${rows > 1 ? styles.tall : ''}`}
        // for browsers without `field-sizing`
        rows={Math.max(rows, value.split('\n').length, Math.ceil(value.length / 70))}
        value={value}
        onChange={(event) => type(event.target.value)}
        aria-invalid={tooLong !== null || undefined}
        aria-describedby={tooLong === null ? undefined : `${id}-error`}
      />
      <TextNotes id={id} tooLong={tooLong} remark={remark} />
    </FormRow>
  );
}
