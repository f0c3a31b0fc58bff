import type { ReactNode } from 'react';
import { LoadError } from './Notice.tsx';

/** What a query says of itself. */
export interface Loading<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  /** How often it failed since it was first asked for. */
  errorUpdateCount?: number;
  /** Whether the page after the shown pages did not come. */
  isFetchNextPageError?: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Loading<Data>;
  /** Said when the data did not come, also above data that is shown already and may be out of date. */
  error: string;
  onRetry?: () => void;
  skeleton: ReactNode;
  /** Shown when the answer is that there is nothing. */
  none?: ReactNode;
  children: (data: NonNullable<Data>) => ReactNode;
}

/** Whether something did not come. It stays so while it is asked for again, which also happens by itself: nothing flickers. */
export function hasFailed(query: Loading<unknown>): boolean {
  const { data, isError, isFetching, errorUpdateCount = 0, isFetchNextPageError = false } = query;
  return (isError && !isFetchNextPageError) || (data === undefined && isFetching && errorUpdateCount > 0);
}

interface LoadFailureProps {
  query: Loading<unknown>;
  error: string;
  onRetry?: (() => void) | undefined;
}

/** Says that something did not come, also while it is asked for again; nothing where it came. */
export function LoadFailure({ query, error, onRetry }: LoadFailureProps) {
  if (!hasFailed(query)) return null;
  return <LoadError message={error} busy={query.isFetching} onRetry={onRetry ?? (() => void query.refetch())} />;
}

/** Shows what a screen has loaded; before that a skeleton, or that the data did not come. */
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
