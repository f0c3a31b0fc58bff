import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Changes values of the query string. An empty value or null removes the parameter, and a list becomes a parameter for each item. The
 * history entry is replaced, so that Back leaves the page.
 */
export type ChangeQuery<Name extends string> = (
  values: Partial<Record<Name, string | readonly string[] | null>>,
) => void;

/** The values in the query string, such as filters and the order, and the function that changes them. */
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
