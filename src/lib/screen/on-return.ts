/** Calls the listener when the user comes back to the page, maybe on another day; returns the unsubscribe function. */
export function onReturn(listener: () => void): () => void {
  const ending = new AbortController();
  document.addEventListener('visibilitychange', listener, { signal: ending.signal });
  // a computer waking up fires no `visibilitychange`
  addEventListener('focus', listener, { signal: ending.signal });
  return () => ending.abort();
}
