import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { visibleTasks, type Task } from '../../records/task/task.ts';

const noVisits: readonly Task[] = [];

/**
 * The shown visits of a site, for the form of a visit. Without a connection they come from the offline copy. Neither form reads them
 * again when the window gets the focus. The form of a new visit reads them only once, because the record can be megabytes
 * and nothing else on that screen shows it.
 * @param site the name of the site; null while none is chosen, which reads nothing
 * @param visit the id of a visit that is corrected; null for a new visit
 * @returns `visits` is empty until they are read
 */
export function useSiteVisits(site: string | null, visit: number | null) {
  const query = siteRecordQuery(site);
  const record = useQuery({
    ...query,
    ...(visit === null && { meta: { ...query.meta, still: true as const } }),
    refetchOnWindowFocus: false,
    enabled: site !== null,
  });
  const tasks = record.data?.tasks2024;
  const visits = useMemo(() => (tasks ? visibleTasks(tasks) : noVisits), [tasks]);
  return { record, visits };
}
