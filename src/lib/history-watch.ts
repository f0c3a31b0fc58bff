type Listener = (event: PopStateEvent) => void;

/*
 * How `LeaveGuard` holds Back and Forward. The router's own way, `useBlocker`, belongs to its data router, which makes
 * the first load 17 KiB larger than `BrowserRouter`: more than the 90 KiB leave. So two things of the router are
 * relied upon that it does not promise: it counts its entries as `idx` in the history's state, and it listens for
 * `popstate` on the window. A test fails when either changes.
 */

let first: Listener | null = null;

/**
 * Lets one listener hear of Back and Forward before the router. Chromium calls the listeners of the window in the order
 * in which they came, capturing or not: this one has to be there before the router's, thus from the first load on.
 */
export function watchHistory(): void {
  addEventListener('popstate', (event) => first?.(event), true);
}

/** Calls `listener` before the router hears of Back or Forward; the answer ends that. */
export function hearFirst(listener: Listener): () => void {
  first = listener;
  return () => {
    if (first === listener) first = null;
  };
}

/** The place of an entry in the history of this tab, as the router counts it. */
export function historyIndex(state: unknown): number {
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}
