import { kindFilters } from '../../records/task/visit-kind.ts';
import { SelectField } from '../../ui/SelectField.tsx';

interface KindSelectProps {
  /** Empty for all. */
  value: string;
  onChange: (value: string) => void;
}

/** Filters a list by the kind of visit. */
export function KindSelect({ value, onChange }: KindSelectProps) {
  return (
    <SelectField
      label="Kind"
      value={value}
      onChange={onChange}
      options={[{ value: '', label: 'All kinds' }, ...kindFilters]}
    />
  );
}
