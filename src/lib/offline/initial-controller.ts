let controller: ServiceWorker | null = null;

/** Records which service worker controls the page. The first script of the page calls this. */
export function noteInitialController(): void {
  if ('serviceWorker' in navigator) ({ controller } = navigator.serviceWorker);
}

/**
 * The service worker that controlled the page when its first script ran; null without one. If another service worker controls the page
 * later, that is another release, even if it took over before the code for offline use was loaded.
 */
export function initialController(): ServiceWorker | null {
  return controller;
}
