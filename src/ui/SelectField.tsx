import type { ReactNode, SelectHTMLAttributes } from 'react';
import styles from './Field.module.css';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  /** Not announced by itself: choices are checked and announced together. */
  error?: ReactNode;
}

export function SelectField({ label, value, onChange, options, error, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} error={error} announced={false}>
      {({ className, ...attributes }) => (
        <>
          <select
            {...rest}
            {...attributes}
            className={`${className} ${styles.select}`}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={styles.chevron}>
            <Icon name="chevron-down" />
          </span>
        </>
      )}
    </Field>
  );
}
