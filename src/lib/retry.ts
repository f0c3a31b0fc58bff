interface Retry {
  /** Milliseconds before each further try; its length is the number of retries. */
  pauses: readonly number[];
  /** Whether another try can help; asked with what the last one threw. */
  mayRetry: (error: unknown) => boolean;
}

/** Runs a task until it succeeds; throws what its last try threw. */
export async function retry<Result>(task: () => Promise<Result>, { pauses, mayRetry }: Retry): Promise<Result> {
  for (const pause of pauses) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a retry comes after the try before it
      return await task();
    } catch (error) {
      if (!mayRetry(error)) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop -- the pause between two tries
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return task();
}
