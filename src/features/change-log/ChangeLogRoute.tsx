import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { DayRangeField } from '../../components/DayRangeField.tsx';
import { SiteCombo } from '../../components/SiteChoice.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { useDebounced } from '../../lib/screen/pace.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { accessKeysQuery } from '../../records/access-key/access-key-queries.ts';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { sitesQuery, type EditedSite } from '../../records/site/site-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { ComboField } from '../../ui/combo/ComboField.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { ChangeListing } from './ChangeListing.tsx';
import {
  readChangeFilter,
  changeKinds,
  changersQuery,
  isFilterEmpty,
  personOptions,
  type ChangeFilter,
} from './changes-query.ts';
import layout from '../../ui/layout.module.css';
import styles from './ChangeLogRoute.module.css';

export function ChangeLogRoute({ title }: { title: string }) {
  const [params] = useSearchParams();
  const keys = useQuery(accessKeysQuery);
  const sites = useQuery(sitesQuery);
  const filter = readChangeFilter(params);
  // the log is searched when typing has paused for 300 ms
  const words = useDebounced(filter.words, 300);
  const listFilter = { ...filter, words };
  const skeleton = <ListSkeleton text={t('Loading changes…')} rows={4} height={88} />;

  return (
    <div className={layout.gap5}>
      <PageHeading
        title={title}
        subtitle={t('Every change of sites and all that belongs to them, and of keys, in Singapore time.')}
      />
      <Loaded query={sites} error={t('Failed to load names.')} skeleton={skeleton}>
        {(loadedSites) => (
          <Loaded query={keys} error={t('Failed to load keys.')} skeleton={skeleton}>
            {(loadedKeys) => (
              <>
                <ChangeFilters filter={filter} sites={loadedSites} keys={loadedKeys} />
                {/* the key closes an open dialog when the filter changes, because it belongs to the previous list */}
                <ChangeListing
                  key={JSON.stringify(listFilter)}
                  filter={listFilter}
                  sites={loadedSites}
                  labelOf={(id) => loadedKeys.find((key) => key.id === id)?.label}
                />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

/** The longest search that the database accepts, in characters. */
const maxSearchLength = 200;

interface ChangeFiltersProps {
  filter: ChangeFilter;
  sites: readonly EditedSite[];
  keys: readonly AccessKey[];
}

function ChangeFilters({ filter, sites, keys }: ChangeFiltersProps) {
  const [params, setParams] = useSearchParams();
  const [, change] = useQueryValues<'site' | 'person' | 'kind' | 'from' | 'to' | 'q'>();
  // until this is loaded, no key is in the group *No changes*
  const changers = useQuery(changersQuery).data;
  // a site in the query string that does not exist still filters, so it is among the options
  const missingSites = filter.site === null || sites.some(({ name }) => name === filter.site) ? [] : [filter.site];

  return (
    <div className={`${layout.controls} ${layout.unprinted} ${styles.filters}`}>
      <div className={`${styles.filter} ${styles.words}`}>
        <SearchField
          label={t('Search the changes')}
          limit={maxSearchLength}
          value={params.get('q') ?? ''}
          onChange={(q) => change({ q })}
        />
      </div>
      <DayRangeField from={filter.from} to={filter.to} contract={null} onChange={change} />
      <div className={styles.filter}>
        <SiteCombo
          label={t('Site')}
          sites={sites}
          archived="marked"
          value={filter.site ?? ''}
          onChange={(name) => change({ site: name })}
          others={[{ value: '', label: t('All sites') }, ...missingSites.map((name) => ({ value: name, label: name }))]}
        />
      </div>
      <div className={styles.filter}>
        <ComboField
          label={t('Changed by')}
          placeholder={t('Everybody')}
          value={filter.person === null ? '' : String(filter.person)}
          onChange={(person) => change({ person })}
          options={[{ value: '', label: t('Everybody') }, ...personOptions(keys, sites, changers, filter.person)]}
        />
      </div>
      <div className={styles.filter}>
        <SelectField
          label={t('Kind of change')}
          value={filter.kind ?? ''}
          onChange={(kind) => change({ kind })}
          options={[
            { value: '', label: t('All kinds') },
            ...changeKinds.map(({ value, label }) => ({ value, label: said(label) })),
          ]}
        />
      </div>
      {!isFilterEmpty(filter) && <Button onClick={() => setParams({}, { replace: true })}>{t('Clear filters')}</Button>}
    </div>
  );
}
