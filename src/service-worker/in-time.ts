/** How long (ms) to wait for a cache of the device, or, when a page is opened, for the host (`decisions §12`). */
export const patienceMs = 3_000;

/** The answer of the device; undefined when it fails, or does not come within `patienceMs`. */
export function inTime<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([
    answer.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs)),
  ]);
}
