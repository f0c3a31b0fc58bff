import { useState } from 'react';
import { failureWords, refusalWords } from './failure-words.ts';

/**
 * Runs one call of a key dialog at a time and keeps what went wrong, in words.
 * Not a mutation of the query client: that would keep the answer, which may be a key.
 */
export function useKeyCall(making: boolean) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async <Answer>(call: () => Promise<Answer>, onDone: (answer: Answer) => void) => {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await call();
      setBusy(false);
      onDone(answer);
    } catch (error) {
      const refusal = refusalWords(error);
      if (refusal === null) console.error('The access key could not be changed', error);
      setFailure(refusal ?? failureWords(error, making));
      setBusy(false);
    }
  };

  return { busy, failure, run };
}
