import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { readCarPosts, type CarPosts } from '../../../records/failure/failure-record.ts';
import { dataOf } from '../../../lib/request-error.ts';
import { supabase } from '../../../lib/supabase.ts';

/** A site with its car posts. `id` and `name` are those of `maintable`. */
export interface FailureSite {
  id: number;
  name: string;
  posts: CarPosts;
  /** Of the `carpost` row; null where there is no row yet. */
  revision: number | null;
}

const sites = v.array(v.object({ id: v.number(), name: v.string() }));
const records = v.array(v.object({ json: v.unknown(), revision: v.number() }));

/**
 * The failure counts of a site (`spec §7` *Analytics load*). `site` is the name that an admin picked; null for a client,
 * whose session decides which row there is to see. Answers null when there is no such site.
 * @throws RequestError when a call fails, ValiError when an answer is not what it should be.
 */
export function failureSiteQuery(site: string | null) {
  return queryOptions({
    queryKey: ['carpost', site],
    queryFn: async ({ signal }): Promise<FailureSite | null> => {
      const all = supabase.from('maintables').select('id, name').abortSignal(signal);
      const found = v.parse(sites, dataOf(await (site === null ? all : all.eq('name', site))))[0];
      if (!found) return null;
      const record = v.parse(
        records,
        dataOf(
          await supabase.from('carpost').select('json, revision').eq('site_id', found.id).limit(1).abortSignal(signal),
        ),
      )[0];
      return { ...found, posts: readCarPosts(record?.json), revision: record?.revision ?? null };
    },
    // a Map is compared by identity only: shared structure would be searched for in vain
    structuralSharing: false,
  });
}
