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
  } catch (error) {
    void reloadWhereRemembered(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

let hasFailed = false;

/**
 * Many browsers (Chrome up to 153) remember a failed import for as long as the page lives, so asking again fails at
 * once. If code fails again while the server answers, only a new page helps.
 */
export async function reloadWhereRemembered(error: unknown): Promise<void> {
  const isAgain = hasFailed;
  hasFailed = true;
  // styles are not remembered
  if (!isAgain || !/\bmodule\b/iu.test(String(error))) return;
  try {
    const signal = AbortSignal.timeout(5_000);
    const { ok } = await fetch(`${location.origin}/`, { method: 'HEAD', cache: 'no-store', signal });
    if (ok) location.reload();
  } catch {
    // no answer: a reload would lose the page
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
