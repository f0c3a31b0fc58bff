import { sessionFrom, type Session } from '../../lib/session.ts';

/** `seconds`: how long to wait, if the server said so. */
export type KeyCheck =
  | { kind: 'session'; session: Session }
  | { kind: 'invalid' }
  | { kind: 'wait'; seconds: number | null }
  | { kind: 'failed'; cause: unknown };

/** Includes loading the client's code. */
const checkTimeoutMs = 14_000;

/** Loads the Supabase client, which is not part of the first load, as soon as it looks needed. */
export const loadClient = async () => (await import('../../lib/supabase.ts')).supabase;

/**
 * Asks the server for a session (`spec §5`, login); never throws. Only the database may say that a key is wrong: a
 * broken connection must not be reported as that.
 * @param keep whether the session is to stay on this device (`decisions §10`).
 */
export async function checkKey(key: string, keep: boolean): Promise<KeyCheck> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<KeyCheck>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'failed', cause: new Error('The check took too long') }), checkTimeoutMs);
  });
  try {
    return await Promise.race([requestSession(key, keep), tooLong]);
  } catch (cause) {
    return { kind: 'failed', cause };
  } finally {
    clearTimeout(timer);
  }
}

async function requestSession(key: string, keep: boolean): Promise<KeyCheck> {
  const client = await loadClient();
  const { data, error, status } = await client.rpc('login', { secret_key: key, ...(keep && { keep }) });
  // a gateway that does not know the project answers 401 too
  if (status === 401 && error?.code === 'PT401') return { kind: 'invalid' };
  if (status === 429) return { kind: 'wait', seconds: seconds(error) };
  const session = error ? null : sessionFrom(data, { kept: keep });
  return session ? { kind: 'session', session } : { kind: 'failed', cause: error ?? new Error('Unreadable answer') };
}

function seconds(error: { hint?: unknown } | null): number | null {
  const value = Number.parseInt(String(error?.hint), 10);
  return value > 0 ? value : null;
}
