import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { accessKeysQuery } from '../../records/access-key/access-key-queries.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { useDebounced } from '../../lib/screen/use-debounced.ts';
import { LoadError } from '../../ui/message/LoadError.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { readChangeFilter } from './change-filter.ts';
import { ChangeFilters } from './ChangeFilters.tsx';
import { ChangeListing } from './ChangeListing.tsx';
import layout from '../../ui/layout.module.css';
import { ListSkeleton } from '../../ui/skeleton/ListSkeleton.tsx';

export function ChangeLogRoute({ title }: { title: string }) {
  const [params] = useSearchParams();
  const keys = useQuery(accessKeysQuery);
  const sites = useQuery(sitesQuery);
  const filter = readChangeFilter(params);
  // characters appear at once, the log follows when typing pauses
  const words = useDebounced(filter.words, 300);
  const listed = { ...filter, words };
  const failed = keys.isError || sites.isError;
  const retry = () => {
    for (const one of [keys, sites]) if (one.isError) void one.refetch();
  };

  return (
    <div className={layout.loose}>
      <PageHeading
        title={title}
        subtitle="Every change of sites, tasks, car posts and keys. Times are in Singapore time."
      />
      {failed && (
        <LoadError message={sites.isError ? 'Failed to load names.' : 'Failed to load keys.'} onRetry={retry} />
      )}
      {keys.data && sites.data ? (
        <>
          <ChangeFilters filter={filter} sites={sites.data} keys={keys.data} />
          {/* open dialogs belong to the list that is left */}
          <ChangeListing
            key={JSON.stringify(listed)}
            filter={listed}
            sites={sites.data}
            labelOf={(id) => keys.data.find((key) => key.id === id)?.label}
          />
        </>
      ) : (
        !failed && <ListSkeleton text="Loading changes…" rows={4} height={88} />
      )}
    </div>
  );
}
