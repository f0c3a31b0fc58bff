import { useSearchParams } from 'react-router-dom';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { changeKinds, filtersNothing, personOptions, type ChangeFilter } from './change-filter.ts';
import layout from '../../ui/layout.module.css';
import styles from './ChangeFilters.module.css';

/** Characters that the database searches for at most. */
const longestSearch = 200;

interface ChangeFiltersProps {
  filter: ChangeFilter;
  sites: readonly { name: string }[];
  keys: readonly AccessKey[];
}

export function ChangeFilters({ filter, sites, keys }: ChangeFiltersProps) {
  const [params, setParams] = useSearchParams();
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
      <div className={styles.filter}>
        <SelectField
          label="Kind of change"
          value={filter.kind ?? ''}
          onChange={(value) => change('kind', value)}
          options={[{ value: '', label: 'All kinds' }, ...changeKinds]}
        />
      </div>
      <div className={`${styles.filter} ${styles.words}`}>
        <SearchField
          label="Search the changes"
          maxLength={longestSearch}
          value={params.get('q') ?? ''}
          onChange={(value) => change('q', value)}
        />
      </div>
      <div className={`${styles.filter} ${styles.day}`}>
        <TextField
          label="From"
          type="date"
          value={params.get('from') ?? ''}
          onChange={(value) => change('from', value)}
        />
      </div>
      <div className={`${styles.filter} ${styles.day}`}>
        <TextField label="To" type="date" value={params.get('to') ?? ''} onChange={(value) => change('to', value)} />
      </div>
      {!filtersNothing(filter) && <Button onClick={() => setParams({}, { replace: true })}>Clear filters</Button>}
    </div>
  );
}
