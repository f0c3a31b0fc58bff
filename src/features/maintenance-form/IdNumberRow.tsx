import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { FormRow } from './FormTable.tsx';
import styles from './FormTable.module.css';

interface IdNumberRowProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A person's number. A phone shows digits first, but some numbers have letters too. */
export function IdNumberRow({ label, value, onChange }: IdNumberRowProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [letters, setLetters] = useState(false);
  return (
    <FormRow name={<label htmlFor={id}>{label}</label>}>
      <div className={styles.number}>
        <input
          ref={input}
          id={id}
          className={styles.input}
          inputMode={letters ? 'text' : 'numeric'}
          autoCapitalize="characters"
          // the browser must not suggest it to the next person
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button
          variant="ghost"
          className={styles.keyboard}
          aria-label={letters ? 'Keyboard with digits' : 'Keyboard with letters'}
          onClick={() => {
            flushSync(() => setLetters(!letters));
            // an open keyboard changes only with the focus
            input.current?.blur();
            input.current?.focus();
          }}
        >
          {letters ? '123' : 'ABC'}
        </Button>
      </div>
    </FormRow>
  );
}
