interface Retry {
  /** Milliseconds before each retry. */
  pauses: readonly number[];
  mayRetry: (error: unknown) => boolean;
}

/** @throws what the last try threw. */
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
