import { useId } from 'react';
import { readContract } from '../../records/site/contract.ts';
import {
  buildingTypes,
  maintenanceRhythms,
  siteFieldLabels,
  type SiteTextField,
} from '../../records/site/site-fields.ts';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface SiteFieldInputProps {
  field: SiteTextField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const hints: Partial<Record<SiteTextField, string>> = {
  name: 'Required. Lists and addresses of the portal use it; shared addresses with an old name stop working.',
  sitename: 'The title of the profile.',
  capacity: 'For example 1,250 vehicles.',
  emergency_visit: 'For example 6 per year, within 3 hours.',
  person_in_charge: 'A telephone number, with or without its leading 0.',
};

const suggestions: Partial<Record<SiteTextField, readonly string[]>> = {
  building_type: buildingTypes,
  preventive_maintenance: maintenanceRhythms,
};

/** The input that suits a field of a site record: a date picker, a telephone number, a text with suggestions. */
export function SiteFieldInput({ field, value, error, onChange }: SiteFieldInputProps) {
  const listId = useId();
  const label = siteFieldLabels[field];
  const hint = field === 'contract_until' ? contractHint(value) : hints[field];
  const shared = { label, value, onChange, autoComplete: 'off', name: field, error, ...(hint && { hint }) };

  if (field === 'address') return <TextAreaField {...shared} rows={2} />;
  const offered = suggestions[field];
  return (
    <>
      <TextField {...shared} {...typeOf(field, value)} {...(offered && { list: listId })} />
      {offered && (
        <datalist id={listId}>
          {offered.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

/** Nothing but an ISO date fits into a date picker. */
const isDate = (value: string) => value === '' || /^\d{4,6}-\d{2}-\d{2}$/u.test(value);

function typeOf(field: SiteTextField, value: string) {
  if (field === 'name') return { required: true };
  if (field === 'person_in_charge') return { type: 'tel' };
  if (field === 'contract_until' && isDate(value)) return { type: 'date', min: '2000-01-01', max: '2099-12-31' };
  return {};
}

function contractHint(value: string): string {
  if (!isDate(value)) return 'Kept as it was written. Empty the field to choose a date instead.';
  const { text, notice } = readContract(value, new Date());
  return value === '' ? 'The profile shows how many days are left.' : `${text}${notice ? `: ${notice.text}` : ''}`;
}
