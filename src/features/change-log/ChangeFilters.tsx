import { useSearchParams } from 'react-router-dom';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/field/SearchField.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { changeKinds, isFilterEmpty, personOptions, type ChangeFilter } from './change-filter.ts';
import layout from '../../ui/layout.module.css';
import styles from './ChangeFilters.module.css';

/** The database's limit, in characters. */
const maxSearchLength = 200;

interface ChangeFiltersProps {
  filter: ChangeFilter;
  sites: readonly { name: string }[];
  keys: readonly AccessKey[];
}

export function ChangeFilters({ filter, sites, keys }: ChangeFiltersProps) {
  const [params, setParams] = useSearchParams();
  const [, change] = useQueryValues<'site' | 'person' | 'kind' | 'from' | 'to' | 'q'>();
  // a site or key in the query string that is gone still filters, so it is still shown
  const names = new Set([...sites.map(({ name }) => name), ...(filter.site === null ? [] : [filter.site])]);

  return (
    <div className={`${layout.controls} ${styles.filters}`}>
      <div className={styles.filter}>
        <SelectField
          label="Site"
          value={filter.site ?? ''}
          onChange={(name) => change({ site: name })}
          options={[{ value: '', label: 'All sites' }, ...Array.from(names, (name) => ({ value: name, label: name }))]}
        />
      </div>
      <div className={styles.filter}>
        <SelectField
          label="Changed by"
          value={filter.person === null ? '' : String(filter.person)}
          onChange={(person) => change({ person })}
          options={[{ value: '', label: 'Everybody' }, ...personOptions(keys, filter.person)]}
        />
      </div>
      <div className={styles.filter}>
        <SelectField
          label="Kind of change"
          value={filter.kind ?? ''}
          onChange={(kind) => change({ kind })}
          options={[{ value: '', label: 'All kinds' }, ...changeKinds]}
        />
      </div>
      <div className={`${styles.filter} ${styles.words}`}>
        <SearchField
          label="Search the changes"
          limit={maxSearchLength}
          value={params.get('q') ?? ''}
          onChange={(q) => change({ q })}
        />
      </div>
      <div className={`${styles.filter} ${styles.day}`}>
        <TextField label="From" type="date" value={params.get('from') ?? ''} onChange={(from) => change({ from })} />
      </div>
      <div className={`${styles.filter} ${styles.day}`}>
        <TextField label="To" type="date" value={params.get('to') ?? ''} onChange={(to) => change({ to })} />
      </div>
      {!isFilterEmpty(filter) && <Button onClick={() => setParams({}, { replace: true })}>Clear filters</Button>}
    </div>
  );
}
