import { t } from '../../lib/language/translate.ts';
import type { CallResult } from '../../lib/request-error.ts';

/**
 * The message why a typed key was refused; null when the answer does not say. A key counts as wrong only if the database says so, not because
 * of a gateway or a broken connection.
 * @param code the SQLSTATE for a wrong key
 * @param invalid the message for a wrong key
 */
export function typedKeyRefusal({ error, status }: CallResult<unknown>, code: string, invalid: string): string | null {
  if (error?.code === code) return invalid;
  return status === 429 ? tooManyAttempts(Number.parseInt(String(error?.hint), 10)) : null;
}

/** The message after too many wrong keys. @param seconds how long to wait; NaN when the server did not say */
function tooManyAttempts(seconds: number): string {
  if (!(seconds > 0)) return t('Too many attempts. Try again in a few minutes.');
  return t('Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.', {
    minutes: Math.ceil(seconds / 60),
  });
}
