/** Calls the listener when the user comes back to the page, maybe on another day; returns the unsubscribe function. */
export function onReturn(listener: () => void): () => void {
  const controller = new AbortController();
  document.addEventListener('visibilitychange', listener, { signal: controller.signal });
  // a computer waking up fires no `visibilitychange`
  addEventListener('focus', listener, { signal: controller.signal });
  return () => controller.abort();
}
