import { useState } from 'react';

/**
 * A key for each post that stays with it, so that what is being typed does too. Its place does not stay: a post that
 * somebody else adds may stand before it. Nor does its name, whose changes have to be told.
 */
export function usePostKeys(): { of: (post: string) => number; rename: (from: string, to: string) => void } {
  const [keys] = useState(() => {
    const known = new Map<string, number>();
    let last = 0;
    const of = (post: string) => {
      const key = known.get(post) ?? (last += 1);
      known.set(post, key);
      return key;
    };
    const rename = (from: string, to: string) => {
      known.set(to, of(from));
      known.delete(from);
    };
    return { of, rename };
  });
  return keys;
}
