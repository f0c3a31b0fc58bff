import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { siteRecordSchema } from './site-record.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const rows = v.array(siteRecordSchema);

/**
 * The site record with its tasks (`spec §7`). `site` is the name that an admin picked; null for a client, whose key
 * decides which row there is to see. Answers null when there is none.
 * @throws RequestError when the call fails, ValiError when the answer is not what it should be.
 */
export function siteRecordQuery(site: string | null) {
  return queryOptions({
    queryKey: ['maintables', site],
    queryFn: async ({ signal }) => {
      const all = supabase.from('maintables').select('*').abortSignal(signal);
      return v.parse(rows, dataOf(await (site === null ? all : all.eq('name', site))))[0] ?? null;
    },
  });
}
