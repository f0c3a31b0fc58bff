import { useQuery } from '@tanstack/react-query';
import { useToday } from '../../components/use-today.ts';
import { t } from '../../lib/language/translate.ts';
import { accessKeysQuery } from '../../records/access-key/access-key-queries.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { KeyListing } from './KeyListing.tsx';
import layout from '../../ui/layout.module.css';

export function AccessKeysRoute({ title }: { title: string }) {
  const keys = useQuery(accessKeysQuery);
  const sites = useQuery(sitesQuery);
  const today = useToday();
  const skeleton = <ListSkeleton text={t('Loading access keys…')} rows={4} height={64} />;
  return (
    <div className={layout.gap5}>
      <PageHeading title={title} />
      <Loaded query={keys} error={t('Error fetching data.')} skeleton={skeleton}>
        {(loadedKeys) => (
          <Loaded query={sites} error={t('Failed to load names.')} skeleton={skeleton}>
            {(loadedSites) => (
              <KeyListing
                keys={loadedKeys}
                sites={loadedSites}
                // `today` alone would not do, because a key may end in the middle of a day
                now={new Date(Math.max(keys.dataUpdatedAt, today.getTime()))}
                readAt={keys.dataUpdatedAt}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}
