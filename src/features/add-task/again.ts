import { RequestError } from '../../lib/request-error.ts';

/** Milliseconds before each further attempt. */
const pauses = [1_000, 3_000];
const passing = new Set([0, 408, 429, 500, 502, 503, 504]);

/** Tries once more, twice, when the network or the server stumbled. */
export async function again(signal: AbortSignal, task: () => Promise<string>): Promise<string> {
  for (const pause of pauses) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await task();
    } catch (error) {
      if (signal.aborted || !(error instanceof RequestError) || !passing.has(error.status)) throw error;
      // oxlint-disable-next-line no-await-in-loop -- the pause before the next attempt
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return task();
}
