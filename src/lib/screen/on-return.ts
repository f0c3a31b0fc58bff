/** Calls the listener when somebody returns to the page or leaves it. Returns the unsubscribe function. */
export function onReturn(listener: () => void): () => void {
  const controller = new AbortController();
  document.addEventListener('visibilitychange', listener, { signal: controller.signal });
  // a computer that wakes up fires no `visibilitychange`
  addEventListener('focus', listener, { signal: controller.signal });
  return () => controller.abort();
}
