import { useState, type ComponentProps } from 'react';
import { t } from '../lib/language/translate.ts';
import { pastedKey } from '../records/access-key/pasted-key.ts';
import { Field } from '../ui/field/Field.tsx';
import type { TextField } from '../ui/field/TextField.tsx';
import styles from './KeyField.module.css';

type KeyFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'limit' | 'suggestions'>;

/** The input of an access key, which removes what copying adds to a key. */
export function KeyField({ label, value, onChange, error, hint, inputRef, ...rest }: KeyFieldProps) {
  const [shown, setShown] = useState(false);
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
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(pastedKey(event.target.value))}
          />
          <button type="button" className={styles.reveal} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? t('Hide') : t('Show')}
          </button>
        </>
      )}
    </Field>
  );
}
