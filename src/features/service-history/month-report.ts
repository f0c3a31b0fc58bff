import type { Month } from '../../records/time.ts';

/** Where a month's tasks and its report are. `site` is the name that an admin picked, null for a client. */
export function monthReport(year: string, month: Month, site: string | null): { pathname: string; search: string } {
  const search = new URLSearchParams({ year, month, ...(site !== null && { site }) });
  return { pathname: '/maintenance', search: `?${search.toString()}` };
}
