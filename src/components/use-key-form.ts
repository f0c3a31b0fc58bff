import { useRef, useState, type SyntheticEvent } from 'react';

/** What checking a typed key came to: what the server gave for it, or why it was refused, in words. */
export type KeyCheck<Given> = { given: Given } | { refusal: string };

/**
 * The form of one typed access key. The key is checked once at a time; what is wrong with it is said beside the field, which has the
 * focus then. No mutation checks it, as its cache would keep the key for minutes.
 * @param missing said where no key was typed
 * @param check asks the server; never throws
 * @param onGiven called with what the server gave, also when the form has closed meanwhile
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
    const checked = await check(key);
    setChecking(false);
    if ('given' in checked) {
      onGiven(checked.given);
      return;
    }
    setProblem(checked.refusal);
    field.current?.select();
  };

  return {
    checking,
    onSubmit: (event: SyntheticEvent) => {
      event.preventDefault();
      if (!checking) void submit();
    },
    /** For `KeyField`. */
    field: { inputRef: field, value: key, onChange: setKey, error: problem },
  };
}
