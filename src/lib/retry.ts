interface Retry {
  /** Milliseconds before each retry. */
  pauses: readonly number[];
  mayRetry: (error: unknown) => boolean;
  /** Whether a try does not count; waits until the next one makes sense. */
  excuse?: (error: unknown) => Promise<boolean>;
}

/** @throws what the last try threw. */
export async function retry<Result>(
  task: () => Promise<Result>,
  { pauses, mayRetry, excuse = async () => false }: Retry,
): Promise<Result> {
  for (let errors = 0; ;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a retry comes after the try before it
      return await task();
    } catch (error) {
      // oxlint-disable-next-line no-await-in-loop -- the next try waits for it
      if (await excuse(error)) continue;
      const pause = pauses[errors];
      if (pause === undefined || !mayRetry(error)) throw error;
      errors += 1;
      // oxlint-disable-next-line no-await-in-loop -- the pause between two tries
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
