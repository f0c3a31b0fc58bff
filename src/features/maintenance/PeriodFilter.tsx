import { useSearchParams } from 'react-router-dom';
import { months, taskYears } from '../../records/time.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import styles from './PeriodFilter.module.css';
import { readFilter } from './task-filter.ts';

const years = taskYears.map((year) => ({ value: year, label: year }));

/** Year and month, kept in the address; replaced and not pushed, so that Back leaves the page. */
export function PeriodFilter() {
  const [params, setParams] = useSearchParams();
  const { year, month } = readFilter(params);
  const choose = (key: 'year' | 'month', value: string) => {
    const next = new URLSearchParams(params);
    if (value) next.set(key, value);
    else next.delete(key);
    setParams(next, { replace: true });
  };
  return (
    <div className={styles.period}>
      <SelectField
        label="Year"
        value={year ?? ''}
        onChange={(value) => choose('year', value)}
        options={[{ value: '', label: 'All years' }, ...years]}
      />
      <SelectField
        label="Month"
        value={month ?? ''}
        onChange={(value) => choose('month', value)}
        options={[{ value: '', label: 'All months' }, ...months]}
      />
    </div>
  );
}
