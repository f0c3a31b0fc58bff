import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Changes the query string; empty values and null are removed, and a list stands there value by value. Replaces the history entry, so that Back leaves the page. */
export type ChangeQuery<Name extends string> = (
  values: Partial<Record<Name, string | readonly string[] | null>>,
) => void;

/** Filters and sort order, kept in the query string. */
export function useQueryValues<Name extends string>(): [URLSearchParams, ChangeQuery<Name>] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<ChangeQuery<Name>>(
    (values) =>
      setParams(
        (before) => {
          for (const [name, value] of Object.entries<string | readonly string[] | null | undefined>(values)) {
            if (typeof value === 'string' && value !== '') before.set(name, value);
            else {
              before.delete(name);
              for (const item of value ?? []) before.append(name, item);
            }
          }
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, change];
}
