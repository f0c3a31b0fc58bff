import { vi } from 'vitest';

/** Milliseconds of a piece of work. */
export async function timeOf(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Measures again until what the measurement expects holds, for a minute at most. Other work on the machine makes a run
 * slower, never faster, so a bound that holds once is kept; code that is too slow keeps it never.
 */
export const inTime = (measure: () => Promise<void>): Promise<void> =>
  vi.waitFor(measure, { timeout: 60_000, interval: 100 });
