import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const rows = v.array(v.object({ id: v.number(), name: v.string() }));

/** All sites by name; the number is what files are stored under. @throws RequestError, ValiError. */
export const sitesQuery = queryOptions({
  queryKey: ['maintable', 'numbers and names'],
  queryFn: async ({ signal }) =>
    v.parse(rows, dataOf(await supabase.from('maintable').select('id,name').order('name').abortSignal(signal))),
});
