/**
 * The service worker that controlled the page when its first script ran; null without one. Another one later is another release, even if
 * it took over before the code for offline use was loaded.
 */
export const initialController = ('serviceWorker' in navigator && navigator.serviceWorker.controller) || null;
