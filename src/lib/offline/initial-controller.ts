let controller: ServiceWorker | null = null;

/** Notes which service worker controls the page. Called by its first script. */
export function noteInitialController(): void {
  if ('serviceWorker' in navigator) ({ controller } = navigator.serviceWorker);
}

/**
 * The service worker that controlled the page when its first script ran; null without one. Another one later is another release, even if
 * it took over before the code for offline use was loaded.
 */
export function initialController(): ServiceWorker | null {
  return controller;
}
