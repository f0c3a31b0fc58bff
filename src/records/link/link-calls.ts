import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf, RequestError, requestError } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, throwIfRepeated, withIdempotencyKey } from '../attempt.ts';
import { linksSchema, madeLinkSchema, type MadeLink, type TypedLink } from './link.ts';

/** The links of a site, newest first. They are not stored on the device, because only the service knows how often they were opened. */
export function linksQuery(siteId: number) {
  return queryOptions({
    queryKey: ['links', siteId],
    ...refetchOnOpening,
    queryFn: async ({ signal }) =>
      v.parse(linksSchema, dataOf(await supabase.rpc('list_links', { site_id: siteId }).abortSignal(signal))),
  });
}

/**
 * Makes a link to visits of a site. A repeated request makes it once. It must not be called through the query client, which would cache the
 * secret.
 * @throws RequestError
 */
export async function makeLink(siteId: number, taskIds: readonly number[], typed: TypedLink): Promise<MadeLink> {
  const args = {
    site_id: siteId,
    task_ids: taskIds.toSorted((a, b) => a - b),
    label: typed.label,
    days: typed.days,
  };
  return withIdempotencyKey(`link/${siteId}`, args, async (attempt) => {
    const response = await supabase.rpc('make_link', args).setHeader(attemptHeader, attempt);
    throwIfRepeated(response);
    const parsed = v.safeParse(madeLinkSchema, dataOf(response));
    // an error of valibot would write the secret to the console
    if (!parsed.success) throw new RequestError('Not a new link', response.status, 'response');
    return parsed.output;
  });
}

/** Ends a link at once. @throws RequestError with status 404 when the link belongs to another site or does not exist */
export async function endLink(id: number): Promise<void> {
  const { error, status } = await supabase.rpc('end_link', { link_id: id });
  if (error) throw requestError(error, status);
  if (status !== 204) throw new RequestError('Empty response', status, 'response');
}
