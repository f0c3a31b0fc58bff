import { useState } from 'react';
import type { IssuedKey } from './key-calls.ts';
import { keyErrorText, logKeyError } from './key-errors.ts';

/** Makes one key at a time, and holds the error text. It is no mutation, because a mutation would cache the key. */
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
