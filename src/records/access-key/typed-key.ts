import { t } from '../../lib/language/translate.ts';
import type { CallResult } from '../../lib/request-error.ts';

/**
 * Why a typed key was refused, in words; null when the server did not say. Only the database may call a key wrong: a gateway and a
 * broken connection must not.
 * @param code the SQLSTATE of a wrong key
 * @param invalid what to say of a wrong key
 */
export function typedKeyRefusal({ error, status }: CallResult<unknown>, code: string, invalid: string): string | null {
  if (error?.code === code) return invalid;
  return status === 429 ? tooManyAttempts(Number.parseInt(String(error?.hint), 10)) : null;
}

/** What to say after too many wrong keys. @param seconds how long to wait; NaN when the server did not say. */
function tooManyAttempts(seconds: number): string {
  if (!(seconds > 0)) return t('Too many attempts. Try again in a few minutes.');
  return t('Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.', {
    minutes: Math.ceil(seconds / 60),
  });
}
