type PopStateListener = (event: PopStateEvent) => void;

// How `LeaveGuard` blocks Back and Forward. The router's `useBlocker` needs its data router, 17 KiB more than the
// budget of the first load allows. So this relies on two internals of the router, which a test pins: `idx` in the
// history state counts entries, and it listens for `popstate` on the window.

let first: PopStateListener | null = null;

/** Call before the router starts: Chromium calls window listeners in the order added, even capturing ones. */
export function watchHistory(): void {
  addEventListener('popstate', (event) => first?.(event), true);
}

export function onPopStateFirst(listener: PopStateListener): () => void {
  first = listener;
  return () => {
    if (first === listener) first = null;
  };
}

export function historyIndex(state: unknown): number {
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}
