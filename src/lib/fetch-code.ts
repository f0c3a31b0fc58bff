import { useState } from 'react';
import { useLater } from './screen/timing.ts';

/**
 * Loads a chunk of the portal. Where loading fails for the second time, it may reload the page.
 * @throws whatever `load` throws, and an error after `codeTimeoutMs`.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The code did not come')), codeTimeoutMs);
  });
  try {
    return await Promise.race([load(), tooLong]);
  } catch (error) {
    void reloadAfterRepeatedFailure(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** When the user is told that loading is slow (`decisions §7`). */
export const slowAfterMs = 15_000;
/** When loading code is given up (`spec §7`). */
export const codeTimeoutMs = 120_000;

let hasFailed = false;

/**
 * Reloads the page when code fails again while the server answers: many browsers (Chrome up to 153) remember a failed
 * import for as long as the page lives, so only a new page helps.
 */
export async function reloadAfterRepeatedFailure(failure: unknown): Promise<void> {
  const isAgain = hasFailed;
  hasFailed = true;
  // every browser says `module` where an import failed; styles are not remembered; without an answer a reload would lose the page
  if (isAgain && /module/u.test(String(failure)) && (await fetch('/', { method: 'HEAD' }).catch(() => null))?.ok)
    location.reload();
}

/** Whether `waiting` has been true for `slowAfterMs` without a break. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  if (slow && !waiting) setSlow(false);
  useLater(waiting ? slowAfterMs : null, () => setSlow(true));
  return waiting && slow;
}
