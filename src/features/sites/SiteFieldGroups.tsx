import { useId } from 'react';
import { readContract } from '../../records/site/contract.ts';
import { siteColumns, siteGroups, type SiteColumn, type SiteField } from '../../records/site/site-columns.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TextAreaField } from '../../ui/field/TextAreaField.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import type { SiteErrors } from './site-check.ts';
import type { TypedSite } from './site-edit.ts';
import styles from './SiteFieldGroups.module.css';

interface SiteFieldGroupsProps {
  typed: TypedSite;
  changed: readonly SiteField[];
  errors: SiteErrors;
  locked: boolean;
  onChange: (values: Partial<TypedSite>) => void;
}

export function SiteFieldGroups({ typed, changed, errors, locked, onChange }: SiteFieldGroupsProps) {
  return Object.entries(siteGroups).map(([group, title]) => (
    <fieldset key={group} className={styles.group} disabled={locked}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.fields}>
        {siteColumns
          .filter((one) => one.group === group)
          .map((one) => (
            <div key={one.column} className={`${styles.field} ${one.kind === 'lines' ? styles.wide : ''}`}>
              {one.kind === 'status' ? (
                <StatusSwitch
                  label={one.label}
                  online={typed[one.column] === true}
                  onChange={(online) => onChange({ [one.column]: online })}
                />
              ) : (
                <SiteFieldInput
                  column={one}
                  value={String(typed[one.column] ?? '')}
                  error={errors[one.column]}
                  onChange={(value) => onChange({ [one.column]: value })}
                />
              )}
              {changed.includes(one.column) && (
                <p className={styles.changed}>
                  <Icon name="info" />
                  Not saved<span className={layout.spoken}>: {one.label}</span>
                </p>
              )}
            </div>
          ))}
      </div>
    </fieldset>
  ));
}

interface SiteFieldInputProps {
  column: SiteColumn;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function SiteFieldInput({ column, value, error, onChange }: SiteFieldInputProps) {
  const listId = useId();
  const { label, kind, suggestions } = column;
  const hint = kind === 'contract end' ? contractHint(value) : column.hint;
  const shared = { label, value, onChange, autoComplete: 'off', name: column.column, error, ...(hint && { hint }) };

  if (kind === 'lines') return <TextAreaField {...shared} rows={2} />;
  return (
    <>
      <TextField {...shared} {...inputOf(kind, value)} {...(suggestions && { list: listId })} />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

/** A date picker can show nothing but an ISO date. */
const isDate = (value: string) => value === '' || /^\d{4,6}-\d{2}-\d{2}$/u.test(value);

function inputOf(kind: SiteColumn['kind'], value: string) {
  if (kind === 'name') return { required: true };
  if (kind === 'phone') return { type: 'tel' };
  if (kind === 'months') return { inputMode: 'numeric' } as const;
  if (kind === 'contract end' && isDate(value)) return { type: 'date', min: '2000-01-01', max: '2099-12-31' };
  return {};
}

function contractHint(value: string): string {
  if (!isDate(value)) return 'Kept as it was written. Clear the field to choose a date instead.';
  const { text, notice } = readContract(value, new Date());
  return value === '' ? 'The profile shows how many days are left.' : `${text}${notice ? `: ${notice.text}` : ''}`;
}

interface StatusSwitchProps {
  label: string;
  online: boolean;
  onChange: (online: boolean) => void;
}

function StatusSwitch({ label, online, onChange }: StatusSwitchProps) {
  const id = useId();
  return (
    <div className={styles.status}>
      <label id={`${id}-label`} className={`${texts.small} ${styles.label}`} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={online}
          aria-checked={online}
          // the second label is only to be pressed: a switch announces its own state
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-says`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label id={`${id}-says`} className={online ? styles.online : styles.offline} htmlFor={id}>
          <Icon name={online ? 'gate-up' : 'gate-down'} />
          {online ? 'System Online' : 'System Offline'}
        </label>
      </div>
    </div>
  );
}
