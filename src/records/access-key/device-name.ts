import { t } from '../../lib/language/translate.ts';

/** The name that the SQL function `private.device_name` gives to a browser without a known user agent. */
const unknown = 'Unknown device';

/** A stored device name, such as `Chrome on Android`, in the reader's language. The names of products stay the same. */
export function deviceName(stored: string): string {
  if (stored === unknown) return t('Unknown device');
  const [browser = '', system] = stored.split(' on ', 2);
  return system === undefined ? stored : t('{browser} on {system}', { browser, system });
}
