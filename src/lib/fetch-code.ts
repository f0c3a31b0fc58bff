import { useEffect, useState } from 'react';

/** When the user is told that loading is slow (`decisions §7`). */
export const slowAfterMs = 15_000;
/** When loading code is given up (`spec §7`). */
export const codeTimeoutMs = 120_000;

/** Loads a chunk of the portal. @throws whatever `load` throws, and an error after `codeTimeoutMs`. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The code did not come')), codeTimeoutMs);
  });
  try {
    return await Promise.race([load(), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether `waiting` has been true for `slowAfterMs` without a break. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return waiting && slow;
}
