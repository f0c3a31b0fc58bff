import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { allRows, supabase } from '../../lib/supabase.ts';
import { accessKeySchema } from './access-key.ts';

const keys = v.array(accessKeySchema);
const columns = Object.keys(accessKeySchema.entries).join(',');

/** All access keys, newest first, without the key itself. Refetched at every opening: each use changes `last_used_at`. */
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

/** A key that was revoked or has expired, and that no key in use replaces. Times are ISO 8601. */
const endedKeySchema = v.object({
  id: v.number(),
  label: v.string(),
  /** Else it expired. */
  revoked: v.boolean(),
  ended_at: v.string(),
  /** A key replaced it, and has ended too. */
  replaced: v.boolean(),
});

export type EndedKey = v.InferOutput<typeof endedKeySchema>;

const endedKeys = v.array(endedKeySchema);
/** The server answers for so many at once. */
const endedKeysLimit = 1_000;

/** Which of these keys have ended without a successor in use (`decisions §17`). Refetched with the list of keys. @param ids newest first */
export const endedKeysQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...accessKeysQuery.queryKey, 'ended', ids],
    staleTime: 0,
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const asked = supabase.rpc('ended_keys', { key_ids: ids.slice(0, endedKeysLimit) });
      return v.parse(endedKeys, dataOf(await asked.abortSignal(signal)));
    },
  });

/** A device that an access key is logged in on, with all its sessions; never with their tokens. Times are ISO 8601. */
const keyDeviceSchema = v.object({
  /** The id of the device, or of the session where that came without a device. */
  id: v.string(),
  /** Such as `Chrome on Android`. */
  device: v.string(),
  /** Whether a session stays on the device until `expires_at`. */
  kept: v.boolean(),
  /** How many other sessions it has, each of a tab. */
  tabs: v.number(),
  first_used: v.string(),
  last_used: v.string(),
  expires_at: v.string(),
  current: v.boolean(),
});

export type KeyDevice = v.InferOutput<typeof keyDeviceSchema>;

const devices = v.array(keyDeviceSchema);
const ofKey = (keyId: number | null) => (keyId === null ? {} : { key_id: keyId });

/** The devices of a key, this one first, then the last used; refetched at every opening. @param keyId null for this session's own key */
export const keyDevicesQuery = (keyId: number | null) =>
  queryOptions({
    queryKey: ['sessions', keyId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      v.parse(devices, dataOf(await supabase.rpc('list_sessions', ofKey(keyId)).abortSignal(signal))),
  });

/** Ends all sessions of a device of the key; succeeds if they have already ended. @throws RequestError */
export async function endKeyDevice(id: string): Promise<void> {
  dataOf(await supabase.rpc('end_session', { session_id: id }));
}

/** Ends the sessions of all devices of the key except this one; returns of how many. @throws RequestError */
export async function endOtherDevices(keyId: number | null): Promise<number> {
  return v.parse(v.number(), dataOf(await supabase.rpc('end_sessions', ofKey(keyId))));
}
