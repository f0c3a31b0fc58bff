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

/** A number of a person. A phone shows its digits first; some numbers have letters too. */
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
          // the browser must not offer it to whoever comes next
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
            // a keyboard that is open changes with the focus only
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
