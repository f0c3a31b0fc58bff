import { useRef, useState } from 'react';

/** A form's name input: `field` has its props, `typed` the trimmed name. */
export function useTypedName(initial = '') {
  const [value, setValue] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  return {
    typed: value.trim(),
    /** Shows the problem and focuses the input; null clears it. */
    refuse: (found: string | null) => {
      setProblem(found);
      if (found !== null) inputRef.current?.focus();
    },
    field: {
      // not a person's name: the browser has none to offer
      autoComplete: 'off',
      inputRef,
      value,
      onChange: (text: string) => {
        setValue(text);
        setProblem(null);
      },
      error: problem,
    },
  };
}
