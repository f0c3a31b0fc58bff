/** How long everything waits for the device, and a navigation for the host (`decisions §12`). */
export const patienceMs = 3_000;

/** What the device says; undefined when it fails, or does not answer in time. */
export function inTime<Value>(asking: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([
    asking.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs)),
  ]);
}
