type Listener = (event: PopStateEvent) => void;

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
