import { useState } from 'react';
import { useLater } from './screen/timing.ts';

/**
 * Loads a chunk of the portal's code. When loading fails for the second time, this may reload the page.
 * @throws what `load` throws, and an error after `codeTimeoutMs`.
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

/** After this time (ms) the page says that loading is slow (`decisions §7`). */
export const slowAfterMs = 15_000;
/** After this time (ms) the loading of code counts as failed (`spec §7`). */
export const codeTimeoutMs = 120_000;

let hasFailed = false;

/**
 * Reloads the page when code could not be loaded for the second time although the host answers. Many browsers (Chrome up to 153) remember a
 * failed import for as long as the page is open, so only a reload helps.
 */
export async function reloadAfterRepeatedFailure(failure: unknown): Promise<void> {
  const isRepeated = hasFailed;
  hasFailed = true;
  // Each browser's message for a failed import has the word `module`; failed style sheets are not remembered. The host is asked because
  // without an answer a reload would lose the page.
  if (isRepeated && /module/u.test(String(failure)) && (await fetch('/', { method: 'HEAD' }).catch(() => null))?.ok)
    location.reload();
}

/** Whether `waiting` has been true for `slowAfterMs` without a break. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  if (slow && !waiting) setSlow(false);
  useLater(waiting ? slowAfterMs : null, () => setSlow(true));
  return waiting && slow;
}
