import { useQuery } from '@tanstack/react-query';
import { accessKeysQuery } from '../../records/access-key/access-key-queries.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { LoadError } from '../../ui/message/LoadError.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import { KeyListing } from './KeyListing.tsx';
import { ListSkeleton } from '../../ui/skeleton/ListSkeleton.tsx';

export function AccessKeysRoute({ title }: { title: string }) {
  const keys = useQuery(accessKeysQuery);
  const sites = useQuery(sitesQuery);
  const failed = keys.isError || sites.isError;
  const retry = () => {
    for (const one of [keys, sites]) if (one.isError) void one.refetch();
  };

  return (
    <div className={layout.loose}>
      <PageHeading title={title} />
      {failed && (
        // also above a list that is shown already, as it may be out of date
        <LoadError message={keys.isError ? 'Error fetching data.' : 'Failed to load names.'} onRetry={retry} />
      )}
      {keys.data && sites.data ? (
        <KeyListing keys={keys.data} sites={sites.data} now={new Date(keys.dataUpdatedAt)} />
      ) : (
        !failed && <ListSkeleton text="Loading access keys…" rows={4} height={64} />
      )}
    </div>
  );
}
