/** Tells when somebody comes back to the page, maybe on another day; the answer ends that. */
export function onReturn(listener: () => void): () => void {
  const ending = new AbortController();
  document.addEventListener('visibilitychange', listener, { signal: ending.signal });
  // a computer that wakes up hid nothing
  addEventListener('focus', listener, { signal: ending.signal });
  return () => ending.abort();
}
