import { useState } from 'react';
import { RequestError } from '../../lib/request-error.ts';

const lastAdminKey =
  'The last admin key cannot be revoked: nobody could manage the portal any more. Issue another one without an end first.';

/** Why the database refused to issue, rotate, revoke or change a key, in words; null for any other error. */
function keyRefusalText(error: unknown): string | null {
  if (!(error instanceof RequestError)) return null;
  const { status, message } = error;
  if (status === 404) return 'This key is not in use any more. It was revoked or has run out.';
  if (message.startsWith('The last admin key')) return lastAdminKey;
  if (message.startsWith('There is no site')) return 'One of these sites is not there any more. Choose them again.';
  if (message.includes('main_site_id_fkey')) return 'This site is not there any more. Select another one.';
  if (message.includes('main_label_check')) return 'This label cannot be stored. Use ordinary characters only.';
  return null;
}

/** What a person is told of any other error. `making`: a new key was asked for. */
function keyErrorText(error: unknown, making: boolean): string {
  const refused = error instanceof RequestError && error.status >= 400 && error.status < 500;
  // without a clear no the server may have made it all the same
  return making && !refused
    ? 'Error updating data. Before you try again, look in the list: a new key that nobody has seen can be revoked.'
    : 'Error updating data. Try again.';
}

/**
 * Runs one call of a key dialog at a time and keeps what went wrong, in words.
 * Not a mutation of the query client: that would keep the answer, which may be a key.
 */
export function useKeyCall(making: boolean) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const run = async <Answer>(call: () => Promise<Answer>, onDone: (answer: Answer) => void) => {
    setBusy(true);
    setError(null);
    try {
      const answer = await call();
      setBusy(false);
      onDone(answer);
    } catch (cause) {
      const refusal = keyRefusalText(cause);
      if (refusal === null) console.error('The access key could not be changed', cause);
      setError(refusal ?? keyErrorText(cause, making));
      setBusy(false);
    }
  };

  return { busy, error, run };
}
