import type { KeyCheck } from '../../components/use-key-form.ts';
import { sessionFrom, type Session } from '../../lib/device/session.ts';
import { deviceStorage } from '../../lib/device/web-storage.ts';
import { t } from '../../lib/language/translate.ts';
import { supabase } from '../../lib/supabase.ts';
import { typedKeyRefusal } from '../../records/access-key/typed-key.ts';

/**
 * Asks the server for a session (`spec §5`, login).
 * @param keep whether the session is to stay on this device (`decisions §10`).
 * @throws the error of the call, or Error for an unreadable response
 */
export async function requestSession(key: string, keep: boolean): Promise<KeyCheck<Session>> {
  const browser = browserNumber();
  const response = await supabase.rpc('login', { secret_key: key, ...(keep && { keep }), ...(browser && { browser }) });
  const refusal = typedKeyRefusal(response, 'PT401', t('Invalid token'));
  if (refusal !== null) return { refusal };
  const { data, error } = response;
  const session = error ? null : sessionFrom(data, { kept: keep });
  if (!session) throw error ?? new Error('Unreadable response');
  return { given: session };
}

const storageKey = 'portal.browser';

/**
 * A random number that stays in this browser, so that its logins are listed as one device (SECURITY.md). It is sent with a login only,
 * and the database keeps nothing but a hash of it. Null where the browser stores nothing, or makes no random numbers for want of HTTPS.
 */
function browserNumber(): string | null {
  const known = deviceStorage.get(storageKey);
  if (known) return known;
  const made = 'randomUUID' in crypto ? crypto.randomUUID() : null;
  return made !== null && deviceStorage.set(storageKey, made) ? made : null;
}
