interface RetryOptions {
  delaysMs: readonly number[];
  mayRetry: (error: unknown) => boolean;
  /** Whether an error does not count as an attempt; resolves when the next one makes sense. `waits`: how often it was asked before. */
  waitForService?: (error: unknown, waits: number) => Promise<boolean>;
}

/** Does a task, and repeats it after errors, once for each delay. @throws what the last attempt threw. */
export async function retry<Result>(
  task: () => Promise<Result>,
  { delaysMs, mayRetry, waitForService = async () => false }: RetryOptions,
): Promise<Result> {
  for (let attempts = 0, waits = 0; ;) {
    try {
      // a retry follows the attempt before it
      return await task();
    } catch (error) {
      // the next attempt waits for it
      if (await waitForService(error, waits)) {
        waits += 1;
        continue;
      }
      const delay = delaysMs[attempts];
      if (delay === undefined || !mayRetry(error)) throw error;
      attempts += 1;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
