/** When a task runs in Safari, which has no `requestIdleCallback`. */
const soon = 1_000;

/** Runs a task when the browser is idle; returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(task);
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(task, soon);
  return () => clearTimeout(timer);
}
