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

/** The search field and the filters of the faults. On a phone a button shows and hides the filters. */
export function FaultFilters({ filter, query, sites, onChange: change }: FaultFiltersProps) {
  const posts = useQuery({ ...failureSiteQuery(filter.site), enabled: filter.site !== null });
  // a site or post in the query string that does not exist still filters, so it is among the options
  const missingSites = filter.site === null || sites.some(({ name }) => name === filter.site) ? [] : [filter.site];
  const postOptions = new Set([...(posts.data?.posts.keys() ?? []), ...(filter.post === null ? [] : [filter.post])]);
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
            // another site has other posts, so the post is cleared
            onChange={(site) => change({ site, post: '' })}
            others={[
              { value: '', label: t('All sites') },
              ...missingSites.map((name) => ({ value: name, label: name })),
            ]}
          />
        </div>
        {filter.site !== null && postOptions.size > 0 && (
          <div className={styles.filter}>
            <SelectField
              label={t('Post')}
              value={filter.post ?? ''}
              onChange={(post) => change({ post })}
              options={[
                { value: '', label: t('All posts') },
                ...[...postOptions].map((post) => ({ value: post, label: post })),
              ]}
            />
          </div>
        )}
      </FoldedFilters>
    </div>
  );
}
