import { kindFilters } from '../../records/task/visit-kind.ts';
import { SelectField } from '../../ui/field/SelectField.tsx';

interface KindSelectProps {
  value: string;
  onChange: (value: string) => void;
}

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
