import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const rows = v.array(v.object({ name: v.string() }));

/** The names of all sites, in order, to pick one from. @throws RequestError, ValiError. */
export const siteNamesQuery = queryOptions({
  queryKey: ['maintable', 'names'],
  queryFn: async ({ signal }) =>
    v
      .parse(rows, dataOf(await supabase.from('maintable').select('name').order('name').abortSignal(signal)))
      .map(({ name }) => name),
});
