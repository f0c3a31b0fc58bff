import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Changes values of the query string, replaced so that Back leaves the page. An empty one is taken out. */
export type ChangeQuery<Name extends string> = (values: Partial<Record<Name, string>>) => void;

/** What a screen is filtered and sorted by, kept in the query string, and the way to change it. */
export function useQueryValues<Name extends string>(): [URLSearchParams, ChangeQuery<Name>] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<ChangeQuery<Name>>(
    (values) =>
      setParams(
        (before) => {
          for (const [name, value] of Object.entries<string | undefined>(values)) {
            if (value) before.set(name, value);
            else before.delete(name);
          }
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, change];
}
