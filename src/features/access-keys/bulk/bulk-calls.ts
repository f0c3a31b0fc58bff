import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { dataOf, RequestError, type CallResult } from '../../../lib/request-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { accessKeysQuery } from '../../../records/access-key/access-key-queries.ts';
import { attemptHeader, throwIfRepeated, withIdempotencyKey } from '../../../records/attempt.ts';
import { batchHeader } from '../../../records/change-log/batch.ts';
import { noEnd } from '../key-calls.ts';
import type { GracePeriod } from '../key-ends.ts';

// Calls that change many keys: the server changes all of them or none.

/** How many keys the server changes in one call at most (`private.max_keys_changed_at_once`). */
export const keysAtOnce = 200;

const rotatedKeySchema = v.object({
  id: v.number(),
  key: v.string(),
  /** The id of the old key. */
  replaces: v.number(),
  /** ISO 8601; null for no end. */
  until: v.nullable(v.string()),
});

/** A new key that replaces another one, as the server returns it. */
export type RotatedKey = v.InferOutput<typeof rotatedKeySchema>;

const rotatedKeys = v.array(rotatedKeySchema);

/** A key whose change the server refuses. `reason`: the hint of the refusal, or its SQLSTATE (`keyRefusalText`). */
export interface RefusedKey {
  id: number;
  reason: string;
}

const refusedKeys = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ id: v.number(), code: v.string(), hint: v.nullable(v.string()) })),
);

/** Thrown if the server refuses to change some of the keys; then none is changed. */
export class KeysRefused extends Error {
  readonly refused: readonly RefusedKey[];

  constructor(details: unknown) {
    super('Some of these keys refuse, so none is changed');
    this.name = 'KeysRefused';
    this.refused = v.parse(refusedKeys, details).map(({ id, code, hint }) => ({ id, reason: hint ?? code }));
  }
}

/** Reads the answer to a change of many keys. @throws KeysRefused, AttemptOver, RequestError */
function changeAnswer(response: CallResult<unknown>): unknown {
  throwIfRepeated(response);
  if (response.error?.hint === 'keys-refused') throw new KeysRefused(response.error.details);
  return dataOf(response);
}

/** Sorts the ids. A repeated call with the same keys then has the same arguments, whatever their order, and is the same attempt. */
const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

interface Rotation {
  /** How long the old keys go on working. */
  grace: GracePeriod;
  /** The end of the new keys, ISO 8601; with null each gets the end that an admin had set for its holder. */
  end: string | null;
}

/**
 * Replaces keys by new keys with the same roles and sites, and returns the new keys. A repetition returns the same keys, without those that have
 * ended since. It must not be called through the query client, which would cache the keys.
 * @param batch joins the lines of the change log (`newBatch`)
 * @throws KeysRefused, RequestError
 */
export async function rotateKeys(
  ids: readonly number[],
  { grace, end }: Rotation,
  batch: string,
): Promise<RotatedKey[]> {
  const args = { key_ids: inOrder(ids), keep_old: grace, ...(end !== null && { expires_at: end }) };
  return withIdempotencyKey('keys/rotate', args, async (attempt) => {
    const call = supabase.rpc('rotate_keys', args).setHeader(attemptHeader, attempt).setHeader(batchHeader, batch);
    const response = await call;
    const parsed = v.safeParse(rotatedKeys, changeAnswer(response));
    // the error of valibot contains the answer, so it would write the keys to the console
    if (!parsed.success) throw new RequestError('Not the new keys', response.status, 'response');
    return parsed.output;
  });
}

const changedCount = v.object({ changed: v.number() });

/** Ends keys and their sessions at once. Returns the number of ended keys. @throws KeysRefused, RequestError */
export async function revokeKeys(ids: readonly number[], batch: string): Promise<number> {
  const args = { key_ids: inOrder(ids) };
  return withIdempotencyKey('keys/revoke', args, async (attempt) => {
    const call = supabase.rpc('revoke_keys', args).setHeader(attemptHeader, attempt).setHeader(batchHeader, batch);
    return v.parse(changedCount, changeAnswer(await call)).changed;
  });
}

/** Gives keys in use the same end, ISO 8601, or with null no end. Returns the number of changed keys. @throws KeysRefused, RequestError */
export async function changeKeyEnds(ids: readonly number[], end: string | null, batch: string): Promise<number> {
  const args = { key_ids: inOrder(ids), expires_at: end ?? noEnd };
  return withIdempotencyKey('keys/end', args, async (attempt) => {
    const call = supabase.rpc('set_key_ends', args).setHeader(attemptHeader, attempt).setHeader(batchHeader, batch);
    return v.parse(changedCount, changeAnswer(await call)).changed;
  });
}

/** How many working links would end if these keys were revoked (`decisions §16`). It is refetched together with the list of keys. */
export const linksOfKeysQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...accessKeysQuery.queryKey, 'links', inOrder(ids)],
    staleTime: 0,
    enabled: ids.length > 0,
    queryFn: async ({ signal }) =>
      v.parse(v.number(), dataOf(await supabase.rpc('links_of_keys', { key_ids: inOrder(ids) }).abortSignal(signal))),
  });
