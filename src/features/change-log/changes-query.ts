import { infiniteQueryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { ChangeFilter } from './change-filter.ts';
import { changeSchema, changesKey } from '../../records/change-log/change-log.ts';
import { atEachOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const rows = v.array(changeSchema);
const pageSize = 50;

/** Newest first, in pages of 50; null means all sites. Refetched at every opening. */
export function changesQuery(siteId: number | null, { person, kind, from, to, words }: Omit<ChangeFilter, 'site'>) {
  return infiniteQueryOptions({
    queryKey: [...changesKey, siteId, person, kind, from, to, words],
    ...atEachOpening,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const response = await supabase
        .rpc('list_changes', {
          ...(siteId !== null && { of_site: siteId }),
          ...(person !== null && { by_access: person }),
          ...(kind !== null && { of_kind: kind }),
          ...(from !== null && { from_day: from }),
          ...(to !== null && { to_day: to }),
          ...(words !== '' && { words }),
          ...(pageParam > 0 && { older_than: pageParam }),
          // one more shows whether there are older ones
          page_size: pageSize + 1,
        })
        .abortSignal(signal);
      const found = v.parse(rows, dataOf(response));
      const changes = found.slice(0, pageSize);
      return { changes, last: found.length > pageSize ? changes.at(-1)?.id : undefined };
    },
    getNextPageParam: ({ last }) => last,
  });
}
