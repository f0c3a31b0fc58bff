import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

type Change = Partial<Record<'q' | 'year' | 'month' | 'sort', string>>;

/** The address, and a way to change filters and order in it: replaced, so that Back leaves the page. */
export function useHistoryParams(): [URLSearchParams, (change: Change) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (values: Change) =>
      setParams(
        (before) => {
          for (const [key, value] of Object.entries(values)) {
            if (value) before.set(key, value);
            else before.delete(key);
          }
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, change];
}
