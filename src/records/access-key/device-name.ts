import { t } from '../../lib/language/translate.ts';

/** What the database calls a browser that says nothing of itself (`private.device_name`). */
const unknown = 'Unknown device';

/** `Chrome on Android`, as the database stores it, in the reader's language; names of products stay. */
export function deviceName(stored: string): string {
  if (stored === unknown) return t('Unknown device');
  const [browser = '', system] = stored.split(' on ', 2);
  return system === undefined ? stored : t('{browser} on {system}', { browser, system });
}
