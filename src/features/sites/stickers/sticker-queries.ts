import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { dataOf, RequestError, requestError } from '../../../lib/request-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { attemptHeader, throwIfRepeated, withIdempotencyKey } from '../../../records/attempt.ts';
import { madeStickerSchema, stickersSchema, type MadeSticker } from '../../../records/fault/sticker.ts';

/** The working stickers of a site. They have no offline copy, because printing and ending a sticker need a connection. */
export function stickersQuery(siteId: number) {
  return queryOptions({
    queryKey: ['stickers', siteId],
    queryFn: async ({ signal }) =>
      v.parse(stickersSchema, dataOf(await supabase.rpc('list_stickers', { site_id: siteId }).abortSignal(signal))),
  });
}

/**
 * Makes the sticker of a post, or renews it. A repeated request makes no second sticker. It must not be called through the query client,
 * which would cache the secret.
 * @param post null for the guard house
 * @throws RequestError
 */
export async function makeSticker(siteId: number, post: string | null): Promise<MadeSticker> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generated types leave out that an argument may be NULL
  const args = { site_id: siteId, post: post as string };
  return withIdempotencyKey(`sticker/${siteId}/${post ?? ''}`, args, async (attempt) => {
    const response = await supabase.rpc('make_sticker', args).setHeader(attemptHeader, attempt);
    throwIfRepeated(response);
    const parsed = v.safeParse(madeStickerSchema, dataOf(response));
    // the error of valibot would contain the secret, which must not get on the console
    if (!parsed.success) throw new RequestError('Not a new sticker', response.status, 'response');
    return parsed.output;
  });
}

/**
 * Ends a sticker at once.
 * @throws RequestError with the status 404 if there is no such sticker
 */
export async function endSticker(id: number): Promise<void> {
  const { error, status } = await supabase.rpc('end_sticker', { sticker_id: id });
  if (error) throw requestError(error, status);
  if (status !== 204) throw new RequestError('Empty response', status, 'response');
}
