interface Retry {
  /** Milliseconds before each retry. */
  pauses: readonly number[];
  mayRetry: (error: unknown) => boolean;
  /** Whether an error does not count as an attempt; resolves when the next one makes sense. */
  excuse?: (error: unknown) => Promise<boolean>;
}

/** @throws what the last attempt threw. */
export async function retry<Result>(
  task: () => Promise<Result>,
  { pauses, mayRetry, excuse = async () => false }: Retry,
): Promise<Result> {
  for (let errors = 0; ;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a retry follows the attempt before it
      return await task();
    } catch (error) {
      // oxlint-disable-next-line no-await-in-loop -- the next attempt waits for it
      if (await excuse(error)) continue;
      const pause = pauses[errors];
      if (pause === undefined || !mayRetry(error)) throw error;
      errors += 1;
      // oxlint-disable-next-line no-await-in-loop -- the pause between two attempts
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
