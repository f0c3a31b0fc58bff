import type { ReactNode, SelectHTMLAttributes } from 'react';
import { Icon } from '../Icon.tsx';
import { Field } from './Field.tsx';
import styles from './Field.module.css';

export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly (Option | { label: string; options: readonly Option[] })[];
  hint?: string | undefined;
  /** The field does not announce it, because the form checks all choices together and announces the problems. */
  error?: ReactNode;
}

/** A choice from a list, with a label, a hint and an error. Options may be in groups. */
export function SelectField({ label, value, onChange, options, hint, error, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} announced={false}>
      {({ className, ...attributes }) => (
        <>
          <select
            {...rest}
            {...attributes}
            className={`${className} ${styles.select}`}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((item) =>
              'value' in item ? (
                <SelectOption key={item.value} {...item} />
              ) : (
                <optgroup key={item.label} label={item.label}>
                  {item.options.map((option) => (
                    <SelectOption key={option.value} {...option} />
                  ))}
                </optgroup>
              ),
            )}
          </select>
          <span className={styles.chevron}>
            <Icon name="chevron-down" />
          </span>
        </>
      )}
    </Field>
  );
}

function SelectOption({ value, label }: Option) {
  return <option value={value}>{label}</option>;
}
