import { serverRefusal } from '../../lib/refusal.ts';
import { RequestError } from '../../lib/request-error.ts';

/** By hint, or by SQLSTATE where the database gives none. */
const refusalTexts = new Map([
  ['PT404', 'This key is no longer in use. It was revoked or has expired.'],
  [
    'PT409',
    'The last admin key cannot be revoked: nobody could manage the portal any more. First issue another one without an end date.',
  ],
  ['site-gone', 'This site no longer exists. Select another one.'],
  ['sites-gone', 'One of these sites no longer exists. Choose the sites again.'],
  ['label-refused', 'This label cannot be stored. Use ordinary characters only.'],
]);

function refusalText(error: unknown): string | undefined {
  const { code, hint } = serverRefusal(error);
  return refusalTexts.get(hint ?? code ?? '');
}

/** `making`: the request was for a new key. */
export function keyErrorText(error: unknown, making = false): string {
  const refusal = refusalText(error);
  if (refusal) return refusal;
  const refused = error instanceof RequestError && error.status >= 400 && error.status < 500;
  // unless clearly refused, the server may have made it
  return making && !refused
    ? 'Error updating data. Before you try again, check the list: a new key that nobody has seen can be revoked.'
    : 'Error updating data. Try again.';
}

export function logKeyError(error: unknown): void {
  if (!refusalText(error)) console.error('The access key could not be changed', error);
}
