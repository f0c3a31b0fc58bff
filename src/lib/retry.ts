interface RetryOptions {
  delaysMs: readonly number[];
  mayRetry: (error: unknown) => boolean;
  /**
   * Returns true if the error does not count as an attempt, because the service was away. It resolves when the next attempt may succeed.
   * @param waits how many times it has returned true before
   */
  waitForService?: (error: unknown, waits: number) => Promise<boolean>;
  /** When it is aborted, the pauses and attempts end. */
  signal?: AbortSignal;
}

/** Runs a task, and repeats it after errors, once for each delay. @throws the error of the last attempt. */
export async function retry<Result>(
  task: () => Promise<Result>,
  { delaysMs, mayRetry, waitForService = async () => false, signal }: RetryOptions,
): Promise<Result> {
  for (let attempts = 0, waits = 0; ;) {
    try {
      return await task();
    } catch (error) {
      if (await waitForService(error, waits)) {
        waits += 1;
        continue;
      }
      const delay = delaysMs[attempts];
      if (delay === undefined || !mayRetry(error)) throw error;
      attempts += 1;
      await sleep(delay, signal);
      if (signal?.aborted) throw error;
    }
  }
}

/** Resolves after a pause, or when `signal` is aborted. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
}
