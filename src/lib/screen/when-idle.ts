/** The delay (ms) of a task in Safari, which has no `requestIdleCallback`. */
const fallbackDelayMs = 1_000;

/** Runs a task when the browser is idle. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(task);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, fallbackDelayMs);
  return () => clearTimeout(timer);
}
