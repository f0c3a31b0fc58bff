import { vi } from 'vitest';

/** The milliseconds that a piece of work takes. */
export async function timeOf(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Measures again until the expectation holds, for a minute at most. Other work on the machine makes a run slower, never faster,
 * so a limit that holds once is met; code that is too slow never meets it.
 */
export const inTime = (measure: () => Promise<void>): Promise<void> =>
  vi.waitFor(measure, { timeout: 60_000, interval: 100 });
