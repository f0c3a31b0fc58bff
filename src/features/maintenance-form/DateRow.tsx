import { useId, type Ref } from 'react';
import { longDay } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { FormRow } from './FormTable.tsx';
import styles from './FormTable.module.css';

interface DateRowProps {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef: Ref<HTMLInputElement>;
}

/** The day of the visit: the only required line (`spec §5`). */
export function DateRow({ value, onChange, error, inputRef }: DateRowProps) {
  const id = useId();
  return (
    <FormRow name={<label htmlFor={id}>Date</label>}>
      <div className={styles.date}>
        <input
          ref={inputRef}
          id={id}
          type="date"
          required
          className={`${styles.input} ${styles.framed}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        />
        {/* the browser decides the order of day and month in the input */}
        {value !== '' && <span className={styles.written}>{longDay(value)}</span>}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          <Icon name="warning" />
          {error}
        </p>
      )}
    </FormRow>
  );
}
