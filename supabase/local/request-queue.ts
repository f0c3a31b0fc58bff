/** Runs one function after the other, in the order of the calls. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A queue of one lane. PGlite has a single database session, and Lite's BEGIN..COMMIT of two requests would
 * interleave on it: one request would then read with the other one's rights.
 */
export function createQueue(): Exclusive {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  };
}
