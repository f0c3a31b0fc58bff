import type { ReactNode } from 'react';
import { LoadError } from './Notice.tsx';

/** The state of a query, as far as it is needed to show its progress and its failure. */
export interface Loading<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  /** How often the query has failed since the first fetch. */
  errorUpdateCount?: number;
  /** Whether the next page of a list could not be loaded. `OlderPages` says that at the end of the list. */
  isFetchNextPageError?: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Loading<Data>;
  /** The message if the data could not be loaded. It is also shown above earlier data, which may be out of date. */
  error: string;
  onRetry?: () => void;
  skeleton: ReactNode;
  /** Shown if the data is null and is not being fetched. */
  none?: ReactNode;
  children: (data: NonNullable<Data>) => ReactNode;
}

/** Whether the data could not be loaded. This stays true while it is fetched again, so that the message does not flicker. */
export function hasFailed(query: Loading<unknown>): boolean {
  const { data, isError, isFetching, errorUpdateCount = 0, isFetchNextPageError = false } = query;
  return (isError && !isFetchNextPageError) || (data === undefined && isFetching && errorUpdateCount > 0);
}

interface LoadFailureProps {
  query: Loading<unknown>;
  error: string;
  onRetry?: (() => void) | undefined;
}

/** The message that data could not be loaded, with a button to retry. Not rendered if the data was loaded. */
export function LoadFailure({ query, error, onRetry }: LoadFailureProps) {
  if (!hasFailed(query)) return null;
  return <LoadError message={error} busy={query.isFetching} onRetry={onRetry ?? (() => void query.refetch())} />;
}

/** Shows loaded data. Before that it shows the skeleton, or the message that the data could not be loaded. */
export function Loaded<Data>({ query, error, onRetry, skeleton, none, children }: LoadedProps<Data>) {
  const { data, isFetching } = query;
  const problem = <LoadFailure query={query} error={error} onRetry={onRetry} />;
  if (data !== undefined && data !== null)
    return (
      <>
        {problem}
        {children(data)}
      </>
    );
  if (hasFailed(query)) return problem;
  return data === undefined || isFetching ? skeleton : none;
}
