import type { ReactNode } from 'react';
import { keyStates } from '../../records/access-key/access-key.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { SelectField } from '../../ui/field/SelectField.tsx';
import type { KeyFilter } from './key-filter.ts';
import layout from '../../ui/layout.module.css';
import styles from './KeyFilters.module.css';

interface KeyFiltersProps {
  filter: KeyFilter;
  sites: readonly { name: string }[];
  children: ReactNode;
}

export function KeyFilters({ filter, sites, children }: KeyFiltersProps) {
  const [, change] = useQueryValues<'site' | 'for' | 'state'>();
  // a site in the query string that is gone still filters, so it is still shown
  const names = new Set([...sites.map(({ name }) => name), ...(filter.site === null ? [] : [filter.site])]);

  return (
    <div className={layout.controls}>
      <div className={styles.filter}>
        <SelectField
          label="For"
          value={filter.site === null ? (filter.role === null ? '' : `${filter.role}s`) : `site ${filter.site}`}
          // a site may be called "admins"
          onChange={(value) =>
            change(value.startsWith('site ') ? { site: value.slice(5), for: '' } : { site: '', for: value })
          }
          options={[
            { value: '', label: 'All keys' },
            { value: 'admins', label: 'Admins' },
            { value: 'technicians', label: 'Technicians' },
            ...Array.from(names, (name) => ({ value: `site ${name}`, label: name })),
          ]}
        />
      </div>
      <div className={styles.filter}>
        <SelectField
          label="State"
          value={filter.state ?? ''}
          onChange={(value) => change({ state: value })}
          options={[{ value: '', label: 'All states' }, ...keyStates]}
        />
      </div>
      <div className={styles.action}>{children}</div>
    </div>
  );
}
