/** Milliseconds after which a browser that does not tell when it is idle (Safari) is taken to be so. */
const soon = 1_000;

/** Does something once the browser has nothing better to do; the answer calls it off. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(task);
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(task, soon);
  return () => clearTimeout(timer);
}
