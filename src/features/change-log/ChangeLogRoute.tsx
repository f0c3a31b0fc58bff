import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { accessKeysQuery } from '../../records/access-key/access-key-queries.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { useDebounced } from '../../lib/screen/use-debounced.ts';
import { Loaded } from '../../ui/message/Loaded.tsx';
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
  const skeleton = <ListSkeleton text="Loading changes…" rows={4} height={88} />;

  return (
    <div className={layout.loose}>
      <PageHeading
        title={title}
        subtitle="Every change of sites, tasks, car posts and keys. Times are in Singapore time."
      />
      <Loaded query={sites} error="Failed to load names." skeleton={skeleton}>
        {(named) => (
          <Loaded query={keys} error="Failed to load keys." skeleton={skeleton}>
            {(labelled) => (
              <>
                <ChangeFilters filter={filter} sites={named} keys={labelled} />
                {/* open dialogs belong to the list that is left */}
                <ChangeListing
                  key={JSON.stringify(listed)}
                  filter={listed}
                  sites={named}
                  labelOf={(id) => labelled.find((key) => key.id === id)?.label}
                />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}
