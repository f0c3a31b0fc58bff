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

/** Calls the listener when the user comes back to the page, maybe on another day; returns the unsubscribe function. */
export function onReturn(listener: () => void): () => void {
  const ending = new AbortController();
  document.addEventListener('visibilitychange', listener, { signal: ending.signal });
  // a computer waking up fires no `visibilitychange`
  addEventListener('focus', listener, { signal: ending.signal });
  return () => ending.abort();
}
