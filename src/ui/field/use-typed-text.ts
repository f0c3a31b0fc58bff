import { useState } from 'react';
import { mendedText, tooLongText } from '../../lib/text-rules.ts';

interface TypedText {
  value: string;
  onChange: (value: string) => void;
  /** Whether it has several lines. */
  lines: boolean;
  /** In characters. What is longer stays in the field, with a sentence about it: a cut would be noticed too late. */
  limit?: number | undefined;
}

/** For every field for text: mends what was typed or pasted, says so, and says what is too long. */
export function useTypedText({ value, onChange, lines, limit }: TypedText) {
  const [lost, setLost] = useState(0);
  return {
    type: (typed: string) => {
      const mended = mendedText(typed, { lines });
      setLost(mended.lost);
      onChange(mended.text);
    },
    tooLong: limit === undefined ? null : tooLongText(value, limit),
    remark:
      lost === 0
        ? null
        : `${lost === 1 ? '1 character' : `${lost} characters`} that cannot be stored ${lost === 1 ? 'was' : 'were'} left out.`,
  };
}
