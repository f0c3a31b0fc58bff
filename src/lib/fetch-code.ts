import { useEffect, useState } from 'react';

/** Milliseconds after which the person hears that it is slow (`decisions §7`). */
export const slowAfter = 15_000;
/** Milliseconds after which code that has not come is given up (`spec §7`). */
export const givenUpAfter = 120_000;

/**
 * Fetches a part of the portal's own code.
 * @throws whatever `load` throws, and an error when nothing has come for `givenUpAfter`.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The code did not come')), givenUpAfter);
  });
  try {
    return await Promise.race([load(), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether somebody has been waiting for `slowAfter` without a break. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return waiting && slow;
}
