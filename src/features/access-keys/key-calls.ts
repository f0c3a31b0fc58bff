import * as v from 'valibot';
import { dataOf, RequestError, requestError } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import type { KeySite } from '../../records/access-key/key-owner.ts';
import { attemptHeader, withIdempotencyKey, throwIfRepeated } from '../../records/attempt.ts';
import { endOfDay, type GracePeriod } from './key-ends.ts';
import type { KeyRequest } from './key-request.ts';

const issuedKeySchema = v.object({ id: v.number(), key: v.string() });

/** The id and the secret of a key that the database has made. */
export type IssuedKey = v.InferOutput<typeof issuedKeySchema>;

/** A new key with the details that its dialog and its card show. */
export interface MadeKey extends IssuedKey {
  label: string;
  /** The site of a client's key; null for other roles. */
  site: KeySite | null;
  /** The sites of a technician's key, in words; null for other roles. */
  sites: string | null;
  /** The end of the key, as an ISO 8601 time; null for no end. */
  until: string | null;
}

/**
 * Makes a key and returns it. The server never returns it again. It must not be called through the query client, which would cache the key.
 * @param successorOf the id of the ended key that it replaces; null for none
 */
export async function issueKey(
  { role, site, sites, label, lastDay }: KeyRequest,
  successorOf: number | null,
): Promise<IssuedKey> {
  const args = {
    role,
    label: label.trim(),
    ...(role === 'user' && { site_id: Number(site) }),
    ...(role === 'technician' && sites && { site_ids: [...sites] }),
    ...(lastDay && { expires_at: endOfDay(lastDay) }),
    ...(successorOf !== null && { successor_of: successorOf }),
  };
  return withIdempotencyKey('key/new', args, async (attempt) =>
    issuedKeyIn(await supabase.rpc('issue_key', args).setHeader(attemptHeader, attempt)),
  );
}

/** The argument for a key without an end (PostgreSQL's `infinity`). Null would mean the end that an admin had set for the holder. */
export const noEnd = 'infinity';

/**
 * Replaces a key by a new one with the same role, sites and label, and returns the new one. The old one stays valid for `grace`.
 * @param end the end of the new key, ISO 8601; null for none
 */
export async function rotateKey(id: number, grace: GracePeriod, end: string | null): Promise<IssuedKey> {
  const args = { key_id: id, keep_old: grace, expires_at: end ?? noEnd };
  return withIdempotencyKey(`key/rotate/${id}`, args, async (attempt) =>
    issuedKeyIn(await supabase.rpc('rotate_key', args).setHeader(attemptHeader, attempt)),
  );
}

/** Ends a key and its sessions. @throws RequestError: 404 when it had already ended, 409 for the last admin key */
export async function revokeKey(id: number): Promise<void> {
  throwRefusal(await supabase.rpc('revoke_key', { key_id: id }));
}

/**
 * Changes the sites of a technician's key (null for all), at once.
 * @throws RequestError: 404 when the key has ended, 422 for a missing site.
 */
export async function changeKeySites(id: number, sites: readonly number[] | null): Promise<void> {
  throwRefusal(await supabase.rpc('set_key_sites', { key_id: id, ...(sites && { site_ids: [...sites] }) }));
}

/** Changes the end of a key in use. @param end ISO 8601; null for none. @throws RequestError: 404 when it has ended meanwhile. */
export async function changeKeyEnd(id: number, end: string | null): Promise<void> {
  throwRefusal(await supabase.rpc('set_key_end', { key_id: id, expires_at: end ?? noEnd }));
}

/** Changes the label of a key in use. @throws RequestError: 404 when it has ended meanwhile, 422 for a label that is refused. */
export async function changeKeyLabel(id: number, label: string): Promise<void> {
  throwRefusal(await supabase.rpc('set_key_label', { key_id: id, label }));
}

const mendedSchema = v.object({ mended: v.array(v.number()) });

/** How many ends the server corrects in one call (`private.max_keys_at_once`). */
const mendLimit = 1_000;

/**
 * Gives keys with an inherited end the end that an admin had set. Returns the ids of the changed keys: a key whose end another admin has set
 * meanwhile is not among them.
 * @throws RequestError
 */
export async function mendKeyEnds(keys: readonly AccessKey[]): Promise<number[]> {
  const args = { key_ids: keys.slice(0, mendLimit).map(({ id }) => id) };
  return withIdempotencyKey('key/ends', args, async (attempt) => {
    const response = await supabase.rpc('mend_key_ends', args).setHeader(attemptHeader, attempt);
    throwIfRepeated(response);
    return v.parse(mendedSchema, dataOf(response)).mended;
  });
}

/** Throws if a call without a result was refused, or answered with another status than 204, which means success. @throws RequestError */
function throwRefusal({ error, status }: { error: unknown; status: number }): void {
  if (error) throw requestError(error, status);
  if (status !== 204) throw new RequestError('Empty response', status, 'response');
}

/** Reads the new key from an answer. @throws AttemptOver, RequestError */
function issuedKeyIn(response: Parameters<typeof dataOf>[0]): IssuedKey {
  throwIfRepeated(response);
  const parsed = v.safeParse(issuedKeySchema, dataOf(response));
  // the error of valibot contains the answer, so it would write the key to the console
  if (!parsed.success) throw new RequestError('Not a new key', response.status, 'response');
  return parsed.output;
}
