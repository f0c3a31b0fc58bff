import type { ReactNode } from 'react';
import { LoadError } from './Notice.tsx';

/** What a query says of itself. */
export interface Loading<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
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

/** Shows what a screen has loaded; before that a skeleton, or that the data did not come. */
export function Loaded<Data>({ query, error, onRetry, skeleton, none, children }: LoadedProps<Data>) {
  const { data, isError, isFetching, isFetchNextPageError = false, refetch } = query;
  const failed = isError && !isFetchNextPageError && !isFetching;
  const problem = failed && <LoadError message={error} onRetry={onRetry ?? (() => void refetch())} />;
  if (data !== undefined && data !== null)
    return (
      <>
        {problem}
        {children(data)}
      </>
    );
  if (problem) return problem;
  return data === undefined || isFetching ? skeleton : none;
}
