import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { accessKeySchema } from './access-key.ts';
import { allRows } from '../../lib/all-rows.ts';
import { atEachOpening } from '../../lib/query-client.ts';
import { supabase } from '../../lib/supabase.ts';

const keys = v.array(accessKeySchema);
const columns = Object.keys(accessKeySchema.entries).join(',');

/** Newest first, never with the stored key. Refetched at every opening: logins elsewhere change `last_used`. */
export const accessKeysQuery = queryOptions({
  queryKey: ['main'],
  staleTime: 0,
  ...atEachOpening,
  queryFn: async ({ signal }) => {
    const rows = await allRows<unknown>((from, to) =>
      supabase.from('main').select(columns, { count: 'exact' }).order('id').range(from, to).abortSignal(signal),
    );
    return v.parse(keys, rows).toSorted((a, b) => b.id - a.id);
  },
});
