import { useRef, useState, type SyntheticEvent } from 'react';

/** The result of checking a typed key: what the server returned for it, or the text that says why it was refused. */
export type KeyCheck<Given> = { given: Given } | { refusal: string };

/**
 * A form with a field for an access key. Only one check runs at a time. If the key is refused, the reason is shown at the field, which
 * gets the focus. The check is not a mutation, because the cache of mutations would hold the key for minutes.
 * @param missing the message if no key was typed
 * @param check asks the server; it never throws
 * @param onGiven called with what the server returned, even if the form was closed meanwhile
 */
export function useKeyForm<Given>(
  missing: string,
  check: (key: string) => Promise<KeyCheck<Given>>,
  onGiven: (given: Given) => void,
) {
  const [key, setKey] = useState('');
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const submit = async () => {
    setProblem(null);
    if (!key) {
      setProblem(missing);
      field.current?.focus();
      return;
    }
    setChecking(true);
    const result = await check(key);
    setChecking(false);
    if ('given' in result) {
      onGiven(result.given);
      return;
    }
    setProblem(result.refusal);
    field.current?.select();
  };

  return {
    checking,
    onSubmit: (event: SyntheticEvent) => {
      event.preventDefault();
      if (!checking) void submit();
    },
    /** The props for `KeyField`. */
    field: { inputRef: field, value: key, onChange: setKey, error: problem },
  };
}
