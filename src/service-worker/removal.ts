import { doorPrefix, shellPrefix } from '../lib/offline/shell-files.ts';

declare const self: ServiceWorkerGlobalScope;

// Replaces the service worker of a broken release (README, "Without a signal"). It stores nothing, answers no request, deletes the
// stored releases and unregisters itself, so that the next page comes from the host.

self.addEventListener('install', () => void self.skipWaiting());

async function uninstall(): Promise<void> {
  await self.registration.unregister();
  const names = (await caches.keys()).filter((name) => name.startsWith(shellPrefix) || name.startsWith(doorPrefix));
  await Promise.all(names.map((name) => caches.delete(name)));
}

self.addEventListener('activate', (event) => event.waitUntil(uninstall()));
