import { useState } from 'react';
import * as v from 'valibot';
import { message, said, t } from '../../lib/language/translate.ts';
import { dataOf, RequestError, requestError, serverRefusal } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { hasRefusedCharacter, tooLongText } from '../../lib/text-rules.ts';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import type { KeySite } from '../../records/access-key/key-owner.ts';
import type { Role } from '../../records/access-key/role.ts';
import { attemptHeader, withIdempotencyKey, refuseRepetition } from '../../records/attempt.ts';
import { endOfDay, lastDayProblem, type GracePeriod } from './key-ends.ts';

const issuedKeySchema = v.object({ id: v.number(), key: v.string() });

/** A key as the database made it. */
export type IssuedKey = v.InferOutput<typeof issuedKeySchema>;

/**
 * Makes and returns a key, which is never shown again. Not called through the query client, which would cache it.
 * @param successorOf id of the ended key that it replaces, if any
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
    keyIn(await supabase.rpc('issue_key', args).setHeader(attemptHeader, attempt)),
  );
}

/** The argument for a key without an end; null asks the database for the end that was granted. */
export const noEnd = 'infinity';

/**
 * Replaces a key by a new one of the same kind, and returns that; the old one stays valid for `grace`.
 * @param end of the new key, ISO 8601; null for none
 */
export async function rotateKey(id: number, grace: GracePeriod, end: string | null): Promise<IssuedKey> {
  const args = { key_id: id, keep_old: grace, expires_at: end ?? noEnd };
  return withIdempotencyKey(`key/rotate/${id}`, args, async (attempt) =>
    keyIn(await supabase.rpc('rotate_key', args).setHeader(attemptHeader, attempt)),
  );
}

/** Ends a key and its sessions. @throws RequestError: 404 when it had already ended, 409 for the last admin key. */
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

const mended = v.object({ mended: v.array(v.number()) });
/** How many ends the server corrects in one call. */
const mendLimit = 1_000;

/**
 * Gives keys with an inherited end the end that was granted. Returns the ids of those keys, as another admin may have set an end meanwhile.
 * @throws RequestError
 */
export async function mendKeyEnds(keys: readonly AccessKey[]): Promise<number[]> {
  const args = { key_ids: keys.slice(0, mendLimit).map(({ id }) => id) };
  return withIdempotencyKey('key/ends', args, async (attempt) => {
    const response = await supabase.rpc('mend_key_ends', args).setHeader(attemptHeader, attempt);
    refuseRepetition(response);
    return v.parse(mended, dataOf(response)).mended;
  });
}

/** @throws RequestError unless a function without a result has answered 204; the database never sends an empty 200. */
function throwRefusal({ error, status }: { error: unknown; status: number }): void {
  if (error) throw requestError(error, status);
  if (status !== 204) throw new RequestError('Empty response', status, 'response');
}

function keyIn(response: Parameters<typeof dataOf>[0]): IssuedKey {
  refuseRepetition(response);
  const parsed = v.safeParse(issuedKeySchema, dataOf(response));
  // valibot's own error would put the key on the console
  if (!parsed.success) throw new RequestError('Not a new key', response.status, 'response');
  return parsed.output;
}

/** What to say, by the hint of the refusal, or by its SQLSTATE where the database gives no hint. */
const refusalTexts = new Map([
  ['PT404', message('This key is no longer in use. It was revoked or has expired.')],
  [
    'PT409',
    message(
      'The last admin key cannot be revoked: nobody could manage the portal any more. First issue another one without an end date.',
    ),
  ],
  ['site-gone', message('This site no longer exists. Select another one.')],
  ['sites-gone', message('One of these sites no longer exists. Choose the sites again.')],
  ['replaced-before', message('Another key has replaced this one meanwhile. Look at the list.')],
  ['end-passed', message('This day has passed. Choose today or a later day.')],
  ['end-far', message('Choose a day before the year 2100.')],
  ['end-old', message('A key from the old portal works for one year more at most. Rotate it to give it no end.')],
  ['end-rotated', message('A rotated key works for 30 days more at most, and no longer than was set for it before.')],
  [
    'last-admin',
    message(
      'The last admin key without an end cannot get one: nobody could manage the portal after that. First issue another one without an end date.',
    ),
  ],
  ['keys-many', message('At most 200 keys can be changed at once. Choose fewer.')],
  ['label-refused', message('This label cannot be stored. Use ordinary characters only.')],
]);

function refusalText(error: unknown): string | undefined {
  const { code, hint } = serverRefusal(error);
  return keyRefusal(hint ?? code ?? '');
}

/** What to say of a refusal. @param reason its hint, or its SQLSTATE; undefined for one that has no words */
export function keyRefusal(reason: string): string | undefined {
  const refusal = refusalTexts.get(reason);
  return refusal && said(refusal);
}

/** What to say when a request failed. `making`: it was for a new key; `many`: it was for several keys, and is done once. */
export function keyErrorText(error: unknown, of: 'making' | 'many' | null = null): string {
  const refusal = refusalText(error);
  if (refusal) return refusal;
  const refused = error instanceof RequestError && error.status >= 400 && error.status < 500;
  if (refused || of === null) return t('Error updating data. Try again.');
  // any other failure may hide a success: the server may have made the key
  return of === 'making'
    ? t('Error updating data. Before you try again, check the list: a new key that nobody has seen can be revoked.')
    : t('Error updating data. Try again: what was done before is not done twice.');
}

/** Puts an error on the console, unless it is a refusal that `keyErrorText` explains. */
export function logKeyError(error: unknown): void {
  if (!refusalText(error)) console.error('The access key could not be changed', error);
}

/** Makes one key at a time, and holds the error text. It is no mutation, because that would cache the key. */
export function useKeyCall() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const run = async (call: () => Promise<IssuedKey>, onDone: (made: IssuedKey) => void) => {
    setBusy(true);
    setError(null);
    try {
      const issued = await call();
      setBusy(false);
      onDone(issued);
    } catch (cause) {
      logKeyError(cause);
      setError(keyErrorText(cause, 'making'));
      setBusy(false);
    }
  };

  return { busy, error, run };
}

/** What is typed to issue a key. */
export interface KeyRequest {
  role: Role;
  /** Id of a client's site record as text; empty for other roles. */
  site: string;
  /** Ids of a technician's site records; null for all. */
  sites: readonly number[] | null;
  label: string;
  /** `2026-12-31`, or empty for a key that works until it is revoked. */
  lastDay: string;
}

/** A key that was issued just now. */
export interface MadeKey extends IssuedKey {
  label: string;
  /** Of a client's key. */
  site: KeySite | null;
  /** Of a technician's key, in words. */
  sites: string | null;
  /** ISO 8601; null for no expiry. */
  until: string | null;
}

export type KeyRequestErrors = Partial<Record<Exclude<keyof KeyRequest, 'role'>, string | undefined>>;

export const noSites = message('Choose at least one site, or all.');

const labelLimit = 120;

/**
 * What is wrong with a request, for each field; empty when the key can be issued.
 * @param unfinished the date input holds half a date.
 * @param storedLabel that of the key which is replaced: it may stay whatever it is.
 */
export function checkKeyRequest(
  request: KeyRequest,
  unfinished: boolean,
  now: Date,
  storedLabel: string | null = null,
): KeyRequestErrors {
  const errors: KeyRequestErrors = {};
  if (request.role === 'user' && request.site === '') errors.site = t('Select the site that the key opens.');
  if (request.role === 'technician' && request.sites?.length === 0) errors.sites = said(noSites);
  const labelProblem = checkKeyLabel(request.label, storedLabel);
  if (labelProblem !== null) errors.label = labelProblem;
  const lastDay = lastDayProblem(request.lastDay, unfinished, now);
  if (lastDay !== undefined) errors.lastDay = lastDay;
  return errors;
}

/** What is wrong with a label; null for nothing. @param stored that of the key before: it may stay whatever it is. */
export function checkKeyLabel(typed: string, stored: string | null): string | null {
  const label = typed.trim();
  if (label === '') return t('Write who gets the key, for example “Front desk”.');
  if (typed === stored) return null;
  return tooLongText(label, labelLimit) ?? (hasRefusedCharacter(label) ? t('Use ordinary characters only.') : null);
}
