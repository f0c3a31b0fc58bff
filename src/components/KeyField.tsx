import { useState, type ComponentProps } from 'react';
import { pastedKey } from '../records/access-key/pasted-key.ts';
import { TextField } from '../ui/field/TextField.tsx';
import styles from './KeyField.module.css';

/** Removes what copying adds to a key. */
export function KeyField({ onChange, ...rest }: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      required
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      onChange={(value) => onChange(pastedKey(value))}
      trailing={
        <button type="button" className={styles.reveal} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}

/** @param seconds null when the server did not say how long to wait. */
export function tooManyAttempts(seconds: number | null): string {
  if (seconds === null) return 'Too many attempts. Try again in a few minutes.';
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}
