import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The query string, and a way to change it: replaced, so that Back leaves the page. An empty value is taken out. */
export function useOverviewParams(): [
  URLSearchParams,
  (values: Partial<Record<'q' | 'show' | 'sort', string>>) => void,
] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (values: Record<string, string>) =>
      setParams(
        (before) =>
          new URLSearchParams(
            Object.entries({ ...Object.fromEntries(before), ...values }).filter(([, value]) => value),
          ),
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, change];
}
