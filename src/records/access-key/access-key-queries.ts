import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { accessKeySchema } from './access-key.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const keys = v.array(accessKeySchema);
const sites = v.array(v.object({ id: v.number(), name: v.string() }));

/**
 * All access records, newest first, without what was stored of the keys. Asked anew at every opening: the use of a key
 * changes without anything done here.
 * @throws RequestError when the call fails, ValiError when the answer is not what it should be.
 */
export const accessKeysQuery = queryOptions({
  queryKey: ['main'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const columns = 'id,label,role,site_id,created_at,last_used_at,expires_at,revoked_at';
    const answer = await supabase.from('main').select(columns).order('id', { ascending: false }).abortSignal(signal);
    return v.parse(keys, dataOf(answer));
  },
});

/**
 * The sites by name, with their ids.
 * @throws RequestError when the call fails, ValiError when the answer is not what it should be.
 */
export const siteIdsQuery = queryOptions({
  queryKey: ['maintable', 'ids'],
  queryFn: async ({ signal }) => {
    const answer = await supabase.from('maintable').select('id,name').order('name').abortSignal(signal);
    return v.parse(sites, dataOf(answer)).toSorted((a, b) => a.name.localeCompare(b.name));
  },
});
