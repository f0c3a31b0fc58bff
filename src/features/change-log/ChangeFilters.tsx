import { useSearchParams } from 'react-router-dom';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { personOptions, type ChangeFilter } from './change-filter.ts';
import layout from '../../ui/layout.module.css';
import styles from './ChangeFilters.module.css';

interface ChangeFiltersProps {
  filter: ChangeFilter;
  sites: readonly { name: string }[];
  keys: readonly AccessKey[];
}

export function ChangeFilters({ filter, sites, keys }: ChangeFiltersProps) {
  const [, setParams] = useSearchParams();
  // a site or key of the query string that is gone still filters, so it is still shown
  const names = new Set([...sites.map(({ name }) => name), ...(filter.site === null ? [] : [filter.site])]);
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );

  return (
    <div className={`${layout.controls} ${styles.filters}`}>
      <div className={styles.filter}>
        <SelectField
          label="Site"
          value={filter.site ?? ''}
          onChange={(value) => change('site', value)}
          options={[{ value: '', label: 'All sites' }, ...Array.from(names, (name) => ({ value: name, label: name }))]}
        />
      </div>
      <div className={styles.filter}>
        <SelectField
          label="Changed by"
          value={filter.person === null ? '' : String(filter.person)}
          onChange={(value) => change('person', value)}
          options={[{ value: '', label: 'Everybody' }, ...personOptions(keys, filter.person)]}
        />
      </div>
      {(filter.site !== null || filter.person !== null) && (
        <Button onClick={() => setParams({}, { replace: true })}>Clear filters</Button>
      )}
    </div>
  );
}
