import type { KeyCheck } from '../../components/use-key-form.ts';
import { sessionFrom, type Session } from '../../lib/device/session.ts';
import { deviceStorage } from '../../lib/device/web-storage.ts';
import { t } from '../../lib/language/translate.ts';
import { supabase } from '../../lib/supabase.ts';
import { typedKeyRefusal } from '../../records/access-key/typed-key.ts';

/**
 * Asks the server for a session (`spec §5`, login).
 * @param keep whether the session is persistent, which means that it stays on this device (`decisions §10`)
 * @throws the error of the call, or Error for an unreadable response
 */
export async function requestSession(key: string, keep: boolean): Promise<KeyCheck<Session>> {
  const browser = browserId();
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
 * A random id that is stored in this browser, so that all its logins are listed as one device (SECURITY.md). It is sent only with a login, and
 * the database stores only a hash of it. Null if the browser cannot store it, or cannot make it because the page has no HTTPS.
 */
function browserId(): string | null {
  const storedId = deviceStorage.get(storageKey);
  if (storedId) return storedId;
  const newId = 'randomUUID' in crypto ? crypto.randomUUID() : null;
  return newId !== null && deviceStorage.set(storageKey, newId) ? newId : null;
}
