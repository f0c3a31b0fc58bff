type PopStateListener = (event: PopStateEvent) => void;

// How `LeaveGuard` blocks Back and Forward. It relies on internals of the router: decision 5 says why.

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
