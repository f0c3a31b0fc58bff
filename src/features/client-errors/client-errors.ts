import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

/** An error in people's browsers, counted per screen, release and role. Times are ISO 8601. */
const clientErrorSchema = v.object({
  message: v.string(),
  /** A path of the portal, or `unknown`. */
  screen: v.string(),
  release: v.string(),
  /** `none` before the login. */
  role: v.picklist(['admin', 'technician', 'user', 'none']),
  times: v.number(),
  first_seen: v.string(),
  last_seen: v.string(),
});

export type ClientError = v.InferOutput<typeof clientErrorSchema>;

const errors = v.array(clientErrorSchema);

/** The errors of the last 30 days, most recent first; for admins only. Refetched at every opening. */
export const clientErrorsQuery = queryOptions({
  queryKey: ['client_errors'],
  ...refetchOnOpening,
  queryFn: async ({ signal }) => v.parse(errors, dataOf(await supabase.rpc('list_client_errors').abortSignal(signal))),
});
