import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { accessKeySchema } from './access-key.ts';
import { allRows, supabase } from '../../lib/supabase.ts';
import { atEachOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';

const keys = v.array(accessKeySchema);
const columns = Object.keys(accessKeySchema.entries).join(',');

/** All access keys, newest first, without the key itself. Refetched at every opening: logins change `last_used`. */
export const accessKeysQuery = queryOptions({
  queryKey: ['main'],
  staleTime: 0,
  ...atEachOpening,
  queryFn: async ({ signal }) => {
    const rows = await allRows<unknown>((from, to) =>
      supabase.from('main').select(columns, { count: 'exact' }).order('id').range(from, to).abortSignal(signal),
    );
    return v.parse(keys, rows).toSorted((a, b) => b.id - a.id);
  },
});

/** Where an access key is logged in, never with the session's token. Times are ISO 8601. */
const keySessionSchema = v.object({
  id: v.string(),
  /** Such as `Chrome on Android`. */
  device: v.string(),
  /** Whether it stays on its device until `expires_at`. */
  kept: v.boolean(),
  first_used: v.string(),
  last_used: v.string(),
  expires_at: v.string(),
  current: v.boolean(),
});

export type KeySession = v.InferOutput<typeof keySessionSchema>;

const sessions = v.array(keySessionSchema);
const ofKey = (keyId: number | null) => (keyId === null ? {} : { key_id: keyId });

/** The sessions of a key, last used first; refetched at every opening. @param keyId null for this session's own key */
export const keySessionsQuery = (keyId: number | null) =>
  queryOptions({
    queryKey: ['sessions', keyId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      v.parse(sessions, dataOf(await supabase.rpc('list_sessions', ofKey(keyId)).abortSignal(signal))),
  });

/** Ends a session of the key; succeeds if it has already ended. @throws RequestError */
export async function endKeySession(id: string): Promise<void> {
  dataOf(await supabase.rpc('end_session', { session_id: id }));
}

/** Ends all sessions of the key except this one; returns how many. @throws RequestError */
export async function endOtherSessions(keyId: number | null): Promise<number> {
  return v.parse(v.number(), dataOf(await supabase.rpc('end_sessions', ofKey(keyId))));
}
