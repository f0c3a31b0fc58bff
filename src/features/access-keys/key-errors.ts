import { message, said, t } from '../../lib/language/translate.ts';
import { RequestError, serverRefusal } from '../../lib/request-error.ts';

/** The texts of refusals, by the hint that the database gives or, without a hint, by the SQLSTATE. */
const refusalTexts = new Map([
  ['PT404', message('This key is no longer in use. It was revoked or has expired.')],
  [
    'PT409',
    message(
      'The last admin key cannot be revoked: nobody could manage the portal any more. First issue another one without an end date.',
    ),
  ],
  ['site-gone', message('This site no longer exists. Select another one.')],
  ['sites-gone', message('One of these sites no longer exists. Choose the sites again.')],
  ['replaced-before', message('Another key has replaced this one meanwhile. Look at the list.')],
  ['end-passed', message('This day has passed. Choose today or a later day.')],
  ['end-far', message('Choose a day before the year 2100.')],
  ['end-old', message('A key from the old portal works for one year more at most. Rotate it to give it no end.')],
  ['end-rotated', message('A rotated key works for 30 days more at most, and no longer than was set for it before.')],
  [
    'last-admin',
    message(
      'The last admin key without an end cannot get one: nobody could manage the portal after that. First issue another one without an end date.',
    ),
  ],
  ['keys-many', message('At most 200 keys can be changed at once. Choose fewer.')],
  ['label-refused', message('This label cannot be stored. Use ordinary characters only.')],
]);

function refusalText(error: unknown): string | undefined {
  const { code, hint } = serverRefusal(error);
  return keyRefusalText(hint ?? code ?? '');
}

/** The text of a refusal; undefined if the portal has no text for it. @param reason the hint of the refusal, or its SQLSTATE */
export function keyRefusalText(reason: string): string | undefined {
  const refusal = refusalTexts.get(reason);
  return refusal && said(refusal);
}

/**
 * The message for a failed request.
 * @param call `making` for a request that makes a key; `many` for one that changes several keys, which the server does only once
 */
export function keyErrorText(error: unknown, call: 'making' | 'many' | null = null): string {
  const refusal = refusalText(error);
  if (refusal) return refusal;
  const isRefused = error instanceof RequestError && error.status >= 400 && error.status < 500;
  if (isRefused || call === null) return t('Error updating data. Try again.');
  // any other failure may hide a success: the server may have made the key
  return call === 'making'
    ? t('Error updating data. Before you try again, check the list: a new key that nobody has seen can be revoked.')
    : t('Error updating data. Try again: what was done before is not done twice.');
}

/** Writes an error to the console, unless it is a refusal that `keyErrorText` explains. */
export function logKeyError(error: unknown): void {
  if (!refusalText(error)) console.error('The access key could not be changed', error);
}
