import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { accessKeySchema } from './access-key.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const keys = v.array(accessKeySchema);

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
