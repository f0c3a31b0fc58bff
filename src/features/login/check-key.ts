import { sessionFrom, type Session } from '../../lib/device/session.ts';
import { typedKeyRefusal, type TypedKeyRefusal } from '../../records/access-key/typed-key.ts';

export type KeyCheck = { kind: 'session'; session: Session } | TypedKeyRefusal | { kind: 'error'; cause: unknown };

/** Includes loading the client's code. */
const checkTimeoutMs = 14_000;

/** Loads the Supabase client, which is not part of the first load, as soon as it looks needed. */
export const loadClient = async () => (await import('../../lib/supabase.ts')).supabase;

/**
 * Asks the server for a session (`spec §5`, login); never throws.
 * @param keep whether the session is to stay on this device (`decisions §10`).
 */
export async function checkKey(key: string, keep: boolean): Promise<KeyCheck> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<KeyCheck>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'error', cause: new Error('The check took too long') }), checkTimeoutMs);
  });
  try {
    return await Promise.race([requestSession(key, keep), tooLong]);
  } catch (cause) {
    return { kind: 'error', cause };
  } finally {
    clearTimeout(timer);
  }
}

async function requestSession(key: string, keep: boolean): Promise<KeyCheck> {
  const client = await loadClient();
  const response = await client.rpc('login', { secret_key: key, ...(keep && { keep }) });
  const refusal = typedKeyRefusal(response, 'PT401');
  if (refusal) return refusal;
  const { data, error } = response;
  const session = error ? null : sessionFrom(data, { kept: keep });
  return session ? { kind: 'session', session } : { kind: 'error', cause: error ?? new Error('Unreadable response') };
}
