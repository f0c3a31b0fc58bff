import { useQuery } from '@tanstack/react-query';
import { clientErrorsQuery } from './client-errors.ts';
import layout from '../../ui/layout.module.css';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/ListSkeleton.tsx';
import { ErrorListing } from './ErrorListing.tsx';

/** Errors in people's browsers, for admins, who report them to the developers. */
export function ClientErrorsRoute({ title }: { title: string }) {
  const query = useQuery(clientErrorsQuery);
  return (
    <div className={layout.loose}>
      <PageHeading
        title={title}
        subtitle="What failed in people’s browsers in the last 30 days. Times are in Singapore time."
      />
      <Loaded
        query={query}
        error="Error fetching data."
        skeleton={<ListSkeleton text="Loading errors…" rows={4} height={64} />}
      >
        {(errors) =>
          errors.length === 0 ? (
            <div className={layout.empty} role="status">
              No errors in the last 30 days.
            </div>
          ) : (
            <ErrorListing errors={errors} />
          )
        }
      </Loaded>
    </div>
  );
}
