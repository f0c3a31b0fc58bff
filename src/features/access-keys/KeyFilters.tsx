import type { ReactNode } from 'react';
import { SiteCombo } from '../../components/SiteChoice.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { orderOptions, listOrderValue, type ListOrder } from '../../lib/screen/list-order.ts';
import type { ChangeQuery } from '../../lib/screen/use-query-values.ts';
import { searchRemark } from '../../lib/text-search.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { filterStates, type KeyFilter, type KeyQuery } from './key-filter.ts';
import { keyOrders, type KeyOrderKey } from './key-order.ts';
import layout from '../../ui/layout.module.css';
import styles from './AccessKeysRoute.module.css';

/** The option value of a site. The prefix tells a site that is called "admins" from the option for admins. */
const siteValue = ({ name }: { name: string }) => `site ${name}`;

interface KeyFiltersProps {
  filter: KeyFilter;
  query: string;
  order: ListOrder<KeyOrderKey>;
  sites: readonly EditedSite[];
  onChange: ChangeQuery<KeyQuery>;
  children: ReactNode;
}

/** The fields above the list of keys: search, filters and order. */
export function KeyFilters({ filter, query, order, sites, onChange: change, children }: KeyFiltersProps) {
  // a site in the query string that does not exist still filters, so it is among the options
  const missingSites = filter.site === null || sites.some(({ name }) => name === filter.site) ? [] : [filter.site];

  return (
    <div className={layout.controls}>
      <div className={styles.filter}>
        <SearchField label={t('Search')} value={query} error={searchRemark(query)} onChange={(q) => change({ q })} />
      </div>
      <div className={styles.filter}>
        <SiteCombo
          label={t('For')}
          sites={sites}
          archived="marked"
          valueBy={siteValue}
          value={
            filter.site === null ? (filter.role === null ? '' : `${filter.role}s`) : siteValue({ name: filter.site })
          }
          onChange={(value) =>
            change(value.startsWith('site ') ? { site: value.slice(5), for: '' } : { site: '', for: value })
          }
          others={[
            { value: '', label: t('All keys') },
            { value: 'admins', label: t('Admins') },
            { value: 'technicians', label: t('Technicians') },
            ...missingSites.map((name) => ({ value: siteValue({ name }), label: name })),
          ]}
        />
      </div>
      <div className={styles.filter}>
        <SelectField
          label={t('State')}
          value={filter.state ?? ''}
          onChange={(value) => change({ state: value })}
          options={[
            { value: '', label: t('All states') },
            ...filterStates.map(({ value, label }) => ({ value, label: said(label) })),
          ]}
        />
      </div>
      <div className={styles.filter}>
        <SelectField
          label={t('Sort by')}
          value={listOrderValue(keyOrders, order)}
          onChange={(sort) => change({ sort })}
          options={orderOptions(keyOrders).map((option) => ({ ...option, label: said(option.label) }))}
        />
      </div>
      <div className={styles.action}>{children}</div>
    </div>
  );
}
