import { failureYears } from './failure-totals.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useFailureYear } from './use-failure-year.ts';
import styles from './YearChoice.module.css';

/** The year shown (`spec §2`) and the year compared with; `latest` is the newest year that has entries. */
export function YearChoice({ latest }: { latest: number | null }) {
  const { year, compare, setYear, setCompare } = useFailureYear();
  return (
    <div className={styles.choice}>
      <SelectField
        label="Year"
        value={`${year}`}
        onChange={(value) => setYear(Number(value))}
        options={failureYears.map((one) => ({ value: `${one}`, label: `${one}` }))}
      />
      <SelectField
        label="Compare with"
        value={compare === null ? '' : `${compare}`}
        onChange={(value) => setCompare(value === '' ? null : Number(value))}
        options={[
          { value: '', label: 'No other year' },
          ...failureYears.filter((one) => one !== year).map((one) => ({ value: `${one}`, label: `${one}` })),
        ]}
      />
      {latest !== null && latest > year && <Button onClick={() => setYear(latest)}>Latest: {latest}</Button>}
    </div>
  );
}
