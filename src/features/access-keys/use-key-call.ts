import { useState } from 'react';
import type { IssuedKey } from './key-calls.ts';
import { keyErrorText, logKeyError } from './key-errors.ts';

/** The state of a call that makes a key: whether it runs, and the message if it failed. It is no mutation, because that would cache the key. */
export function useKeyCall() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const run = async (call: () => Promise<IssuedKey>, onDone: (issued: IssuedKey) => void) => {
    setBusy(true);
    setError(null);
    try {
      const issued = await call();
      setBusy(false);
      onDone(issued);
    } catch (cause) {
      logKeyError(cause);
      setError(keyErrorText(cause, 'making'));
      setBusy(false);
    }
  };

  return { busy, error, run };
}
