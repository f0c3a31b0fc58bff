import { useState } from 'react';
import { keyErrorText, logKeyError } from './key-refusal.ts';

/** Makes one key at a time and keeps the error text. Not a mutation, which would cache the result: a key. */
export function useKeyCall() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const run = async (call: () => Promise<string>, onDone: (key: string) => void) => {
    setBusy(true);
    setError(null);
    try {
      const key = await call();
      setBusy(false);
      onDone(key);
    } catch (cause) {
      logKeyError(cause);
      setError(keyErrorText(cause, true));
      setBusy(false);
    }
  };

  return { busy, error, run };
}
