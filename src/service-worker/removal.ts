import { doorPrefix, shellPrefix } from '../lib/offline/shell-files.ts';

declare const self: ServiceWorkerGlobalScope;

// Replaces the service worker of a broken release (README, "Without a signal"): it stores nothing, answers nothing and
// unregisters itself, so that the next page comes from the host.

self.addEventListener('install', () => void self.skipWaiting());

async function uninstall(): Promise<void> {
  await self.registration.unregister();
  const own = (await caches.keys()).filter((name) => name.startsWith(shellPrefix) || name.startsWith(doorPrefix));
  await Promise.all(own.map((name) => caches.delete(name)));
}

self.addEventListener('activate', (event) => event.waitUntil(uninstall()));
