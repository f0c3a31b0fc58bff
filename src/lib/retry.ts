import { RequestError } from './request-error.ts';

const transientStatuses = new Set([0, 408, 429, 500, 502, 503, 504]);

/** Whether the same request may succeed a little later. */
export function isTransient(error: unknown): boolean {
  return error instanceof RequestError && transientStatuses.has(error.status);
}

interface RetryOptions {
  delaysMs: readonly number[];
  mayRetry: (error: unknown) => boolean;
  /** Whether an error does not count as an attempt; resolves when the next one makes sense. */
  waitForConnection?: (error: unknown) => Promise<boolean>;
}

/** Does a task, and repeats it after errors, once for each delay. @throws what the last attempt threw. */
export async function retry<Result>(
  task: () => Promise<Result>,
  { delaysMs, mayRetry, waitForConnection = async () => false }: RetryOptions,
): Promise<Result> {
  for (let attempts = 0; ;) {
    try {
      // a retry follows the attempt before it
      return await task();
    } catch (error) {
      // the next attempt waits for it
      if (await waitForConnection(error)) continue;
      const delay = delaysMs[attempts];
      if (delay === undefined || !mayRetry(error)) throw error;
      attempts += 1;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
