import { RequestError } from '../../lib/request-error.ts';

const lastAdminKey =
  'The last admin key cannot be revoked: nobody could manage the portal any more. Issue another one without an end first.';

/** Why the database refused to issue, rotate or revoke a key, in words; null when it was another kind of failure. */
export function refusalWords(error: unknown): string | null {
  if (!(error instanceof RequestError)) return null;
  const { status, message } = error;
  if (status === 404) return 'This key is not in use any more. It was revoked or has run out.';
  if (message.startsWith('The last admin key')) return lastAdminKey;
  if (message.includes('main_site_id_fkey')) return 'This site is not there any more. Select another one.';
  if (message.includes('main_label_check')) return 'This label cannot be stored. Use ordinary characters only.';
  return null;
}

/** What a person is told of every other failure. `making`: a new key was asked for. */
export function failureWords(error: unknown, making: boolean): string {
  const refused = error instanceof RequestError && error.status >= 400 && error.status < 500;
  // without a clear no the server may have made it all the same
  return making && !refused
    ? 'Error updating data. Before you try again, look in the list: a new key that nobody has seen can be revoked.'
    : 'Error updating data. Try again.';
}
