import { serverRefusal } from '../../lib/refusal.ts';
import { RequestError } from '../../lib/request-error.ts';

/** By hint, or by SQLSTATE where the database gives none. */
const refusalTexts = new Map([
  ['PT404', 'This key is not in use any more. It was revoked or has run out.'],
  [
    'PT409',
    'The last admin key cannot be revoked: nobody could manage the portal any more. Issue another one without an end first.',
  ],
  ['site-gone', 'This site is not there any more. Select another one.'],
  ['sites-gone', 'One of these sites is not there any more. Choose them again.'],
  ['label-refused', 'This label cannot be stored. Use ordinary characters only.'],
]);

function refusalText(error: unknown): string | undefined {
  const { code, hint } = serverRefusal(error);
  return refusalTexts.get(hint ?? code ?? '');
}

/** `making`: the request was for a new key. */
export function keyErrorText(error: unknown, making = false): string {
  const said = refusalText(error);
  if (said) return said;
  const refused = error instanceof RequestError && error.status >= 400 && error.status < 500;
  // unless clearly refused, the server may have made it
  return making && !refused
    ? 'Error updating data. Before you try again, look in the list: a new key that nobody has seen can be revoked.'
    : 'Error updating data. Try again.';
}

export function logKeyError(error: unknown): void {
  if (!refusalText(error)) console.error('The access key could not be changed', error);
}
