import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { allRows, supabase } from '../../lib/supabase.ts';
import { accessKeySchema } from './access-key.ts';

const keys = v.array(accessKeySchema);
const columns = Object.keys(accessKeySchema.entries).join(',');

/** All access keys, newest first, without the keys themselves. Refetched whenever the screen opens, because each use changes `last_used_at`. */
export const accessKeysQuery = queryOptions({
  queryKey: ['main'],
  staleTime: 0,
  ...refetchOnOpening,
  queryFn: async ({ signal }) => {
    const rows = await allRows<unknown>((from, to) =>
      supabase.from('main').select(columns, { count: 'exact' }).order('id').range(from, to).abortSignal(signal),
    );
    return v.parse(keys, rows).toSorted((a, b) => b.id - a.id);
  },
});

/** A key that was revoked or has expired, and that was not replaced by a key in use. Times are ISO 8601. */
const endedKeySchema = v.object({
  id: v.number(),
  label: v.string(),
  /** True if it was revoked, false if it expired. */
  revoked: v.boolean(),
  ended_at: v.string(),
  /** Whether a key replaced it that has ended too. */
  replaced: v.boolean(),
});

export type EndedKey = v.InferOutput<typeof endedKeySchema>;

const endedKeys = v.array(endedKeySchema);
/** The most ids that one request may have. */
const endedKeysLimit = 1_000;

/**
 * The keys among these that have ended and were not replaced by a key in use (`decisions §17`). Refetched with the list of keys.
 * @param ids newest first
 */
export const endedKeysQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...accessKeysQuery.queryKey, 'ended', ids],
    staleTime: 0,
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const call = supabase.rpc('ended_keys', { key_ids: ids.slice(0, endedKeysLimit) });
      return v.parse(endedKeys, dataOf(await call.abortSignal(signal)));
    },
  });

/** A device on which an access key is logged in, with all sessions of the key there, without their tokens. Times are ISO 8601. */
const keyDeviceSchema = v.object({
  /** The id of the device, or of the session if the session has no device. */
  id: v.string(),
  /** Such as `Chrome on Android`. */
  device: v.string(),
  /** Whether the device has a persistent session, which lasts until `expires_at`. */
  kept: v.boolean(),
  /** How many other sessions it has; each belongs to one tab. */
  tabs: v.number(),
  first_used: v.string(),
  last_used: v.string(),
  expires_at: v.string(),
  current: v.boolean(),
});

export type KeyDevice = v.InferOutput<typeof keyDeviceSchema>;

const devices = v.array(keyDeviceSchema);
const keyArgument = (keyId: number | null) => (keyId === null ? {} : { key_id: keyId });

/**
 * The devices of a key: first this device, then the others by last use. Refetched whenever it is opened.
 * @param keyId null for the key of this session
 */
export const keyDevicesQuery = (keyId: number | null) =>
  queryOptions({
    queryKey: ['sessions', keyId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      v.parse(devices, dataOf(await supabase.rpc('list_sessions', keyArgument(keyId)).abortSignal(signal))),
  });

/** Ends all sessions of a device of the key. It succeeds also if they have already ended. @throws RequestError */
export async function endKeyDevice(id: string): Promise<void> {
  dataOf(await supabase.rpc('end_session', { session_id: id }));
}

/** Ends the sessions of a key on all devices except this one. Returns the number of devices. @throws RequestError */
export async function endOtherDevices(keyId: number | null): Promise<number> {
  return v.parse(v.number(), dataOf(await supabase.rpc('end_sessions', keyArgument(keyId))));
}
