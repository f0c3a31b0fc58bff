import { isMonth, months, taskYears, type Month } from '../records/time.ts';
import { SelectField } from '../ui/field/SelectField.tsx';

interface Period {
  year: string;
  month: Month | '';
}

interface PeriodFieldsProps {
  period: Period;
  onChange: (values: Partial<Period>) => void;
  problems: Partial<Record<keyof Period, string | false | null | undefined>>;
}

/** Year and month of a visit, both required (`spec §3`). */
export function PeriodFields({ period, onChange, problems }: PeriodFieldsProps) {
  return (
    <>
      <SelectField
        label="Year"
        name="year"
        required
        value={period.year}
        onChange={(year) => onChange({ year })}
        error={problems.year}
        options={[{ value: '', label: 'Select a year' }, ...taskYears.map((year) => ({ value: year, label: year }))]}
      />
      <SelectField
        label="Month"
        name="month"
        required
        value={period.month}
        onChange={(month) => onChange({ month: isMonth(month) ? month : '' })}
        error={problems.month}
        options={[{ value: '', label: 'Select a month' }, ...months]}
      />
    </>
  );
}
