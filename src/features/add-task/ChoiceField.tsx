import { useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import styles from './ChoiceField.module.css';

interface ChoiceFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
  /** What is wrong with the choice. */
  error: string | null;
}

/** A choice that must be made, and what is said when it was not. */
export function ChoiceField({ error, ...rest }: ChoiceFieldProps) {
  const errorId = useId();
  return (
    <div className={styles['field']}>
      <SelectField {...rest} required {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })} />
      {error && (
        <p id={errorId} className={styles['error']}>
          <Icon name="warning" />
          {error}
        </p>
      )}
    </div>
  );
}
