import { useQuery } from '@tanstack/react-query';
import { FoldedFilters } from '../../components/search/FoldedFilters.tsx';
import { SiteCombo } from '../../components/SiteChoice.tsx';
import { t } from '../../lib/language/translate.ts';
import { countFilters } from '../../lib/screen/list-filters.ts';
import type { ChangeQuery } from '../../lib/screen/use-query-values.ts';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { faultStates, maxSearchLength, type FaultFilter, type FaultQuery } from './fault-filters.ts';
import layout from '../../ui/layout.module.css';
import styles from './FaultsRoute.module.css';

interface FaultFiltersProps {
  filter: FaultFilter;
  query: string;
  sites: readonly EditedSite[];
  onChange: ChangeQuery<FaultQuery>;
}

/** What the faults are searched for and limited to; on a phone the limits are behind a button. */
export function FaultFilters({ filter, query, sites, onChange: change }: FaultFiltersProps) {
  const posts = useQuery({ ...failureSiteQuery(filter.site), enabled: filter.site !== null });
  // what the query string names filters, whether it is there or not, so the filter still shows it
  const missing = filter.site === null || sites.some(({ name }) => name === filter.site) ? [] : [filter.site];
  const offered = new Set([...(posts.data?.posts.keys() ?? []), ...(filter.post === null ? [] : [filter.post])]);
  return (
    <div className={`${layout.controls} ${layout.unprinted}`}>
      <div className={`${styles.filter} ${styles.words}`}>
        <SearchField
          label={t('Search the faults')}
          limit={maxSearchLength}
          value={query}
          onChange={(q) => change({ q })}
        />
      </div>
      <FoldedFilters count={countFilters(filter)}>
        <div className={styles.state}>
          <SelectField
            label={t('State')}
            value={filter.state ?? 'open'}
            onChange={(state) => change({ state: state === 'open' ? '' : state })}
            options={faultStates.map(({ value, label }) => ({ value, label: label() }))}
          />
        </div>
        <div className={styles.filter}>
          <SiteCombo
            label={t('Site')}
            sites={sites}
            archived="marked"
            value={filter.site ?? ''}
            // a name is another post at another site
            onChange={(site) => change({ site, post: '' })}
            others={[{ value: '', label: t('All sites') }, ...missing.map((name) => ({ value: name, label: name }))]}
          />
        </div>
        {filter.site !== null && offered.size > 0 && (
          <div className={styles.filter}>
            <SelectField
              label={t('Post')}
              value={filter.post ?? ''}
              onChange={(post) => change({ post })}
              options={[
                { value: '', label: t('All posts') },
                ...[...offered].map((post) => ({ value: post, label: post })),
              ]}
            />
          </div>
        )}
      </FoldedFilters>
    </div>
  );
}
