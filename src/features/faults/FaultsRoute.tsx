import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PhoneReportDialog } from '../../components/fault-report/PhoneReportDialog.tsx';
import { useRight } from '../../components/use-right.ts';
import { t } from '../../lib/language/translate.ts';
import { useFilters } from '../../lib/screen/list-filters.ts';
import { useDebounced } from '../../lib/screen/pace.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { faultNewsQuery } from '../../records/fault/fault-news.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { faultFilters, type FaultQuery } from './fault-filters.ts';
import { FaultFilters } from './FaultFilters.tsx';
import { FaultListing } from './FaultListing.tsx';
import { requestOf, searchedWords } from './faults-query.ts';
import layout from '../../ui/layout.module.css';

/** How long typing must pause before the list is searched, in milliseconds. */
const debounceMs = 300;

/** The screen of the faults that people at the sites have reported (`decisions §15`). */
export function FaultsRoute({ title }: { title: string }) {
  const { data: news } = useQuery(faultNewsQuery);
  const [params, change] = useQueryValues<FaultQuery>();
  const filter = useFilters(faultFilters, params);
  const query = params.get('q') ?? '';
  const words = useDebounced(searchedWords(query), debounceMs);
  const sites = useQuery(sitesQuery);
  const request = useMemo(() => requestOf(filter, words, sites.data), [filter, words, sites.data]);
  // only the office takes calls; `reportFaults` is also a right of clients
  const takesCalls = useRight('closeFaults');
  const [isReporting, setReporting] = useState(false);
  const open = news?.open ?? 0;
  return (
    <div className={layout.gap5}>
      <PageHeading title={title} tab={open > 0 ? t('({count}) {title}', { count: open, title }) : title}>
        {takesCalls && (
          <Button className={layout.unprinted} onClick={() => setReporting(true)}>
            <Icon name="phone" />
            {t('Reported by phone')}
          </Button>
        )}
      </PageHeading>
      <FaultFilters
        filter={filter}
        query={query}
        sites={sites.data ?? []}
        // a changed list starts at its first page
        onChange={(values) => change({ page: '', ...values })}
      />
      {/* a site in the filter needs its id: without a request the sites are not loaded yet, or none has its name */}
      {request ? (
        <FaultListing request={request} filter={filter} words={query} />
      ) : (
        <Loaded
          query={sites}
          error={t('Failed to load names.')}
          skeleton={<ListSkeleton text={t('Loading faults…')} rows={6} height={72} />}
        >
          {() => <p role="status">{t('There is no site “{site}”.', { site: filter.site ?? '' })}</p>}
        </Loaded>
      )}
      {isReporting && <PhoneReportDialog site={filter.site} onClose={() => setReporting(false)} />}
    </div>
  );
}
