import { useRef, useState } from 'react';

/** The name that a form asks for: `field` goes to its input, `typed` is the name without the spaces around it. */
export function useTypedName(initial = '') {
  const [value, setValue] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  return {
    typed: value.trim(),
    /** Says what is wrong with it and leads there; null when nothing is. */
    refuse: (found: string | null) => {
      setProblem(found);
      if (found !== null) inputRef.current?.focus();
    },
    field: {
      // names of gates and failures are no person's: the browser has none to offer
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
