import { useState, type ComponentProps } from 'react';
import { t } from '../lib/language/translate.ts';
import { pastedKey } from '../records/access-key/pasted-key.ts';
import { Field } from '../ui/field/Field.tsx';
import type { TextField } from '../ui/field/TextField.tsx';
import styles from './KeyField.module.css';

type KeyFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'limit' | 'suggestions'>;

/** The input for an access key. It removes characters that copying may add, such as spaces, and hides the key until *Show* is pressed. */
export function KeyField({ label, value, onChange, error, hint, inputRef, ...rest }: KeyFieldProps) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <>
          <input
            required
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...attributes}
            ref={inputRef}
            type={isRevealed ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(pastedKey(event.target.value))}
          />
          <button
            type="button"
            className={styles.reveal}
            aria-pressed={isRevealed}
            onClick={() => setRevealed(!isRevealed)}
          >
            {isRevealed ? t('Hide') : t('Show')}
          </button>
        </>
      )}
    </Field>
  );
}
