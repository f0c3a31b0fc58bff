import { onReturn } from '../screen/on-return.ts';
import { whenIdle } from '../screen/when-idle.ts';
import { createStore } from '../store.ts';
import type { KeepResponse, KeepRequest } from './shell-files.ts';

/** How long the service worker may take to keep a file. */
const keepTimeoutMs = 120_000;
const activationTimeoutMs = 10_000;
/** How often a tab looks for a new release, as it may stay open for weeks. */
const updateIntervalMs = 3_600_000;
/** After this many failed files, stop until the next page load. */
const maxSkips = 3;

/** Rises with every file kept for offline use. */
export const keptFileCount = createStore(0);

// null in old browsers, and on pages not served over TLS
const container = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
let own = container?.controller ?? null;

/**
 * Keeps the rest of the portal while the page is idle. Without a service worker the portal works as before.
 * @param onRelease called when the files of a new release are ready.
 */
export async function startOffline(onRelease: () => void): Promise<void> {
  if (!container) return;
  container.addEventListener('controllerchange', () => {
    if (own) onRelease();
    own ??= container.controller;
    void keepRest(container);
  });
  void keepRest(container);
  const registration = await container.register('/sw.js').catch(() => undefined);
  if (registration) askForReleases(registration);
}

function askForReleases(registration: ServiceWorkerRegistration): void {
  let asked = Date.now();
  onReturn(() => {
    if (document.hidden || Date.now() - asked < updateIntervalMs) return;
    asked = Date.now();
    registration.update().catch(() => undefined);
  });
}

let isKeeping = false;

async function keepRest(from: ServiceWorkerContainer): Promise<void> {
  if (isKeeping) return;
  isKeeping = true;
  let left: number | null = null;
  for (let skipped = 0; left !== 0 && skipped < maxSkips && !savesData();) {
    await new Promise<void>(whenIdle);
    if (!from.controller) break;
    left = await keepOne(from.controller, { skipped });
    if (left === null) skipped += 1;
    else keptFileCount.set(keptFileCount.get() + 1);
  }
  isKeeping = false;
}

function keepOne(worker: ServiceWorker, request: KeepRequest): Promise<number | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), keepTimeoutMs);
    port1.addEventListener('message', ({ data }: MessageEvent<KeepResponse>) => {
      clearTimeout(timer);
      port1.close();
      resolve(data.left);
    });
    port1.start();
    worker.postMessage(request, [port2]);
  });
}

/** Reloads into the newest release, bypassing a service worker that would serve the old one. */
export async function reloadNewest(): Promise<void> {
  await passOldRelease().catch(() => undefined);
  location.reload();
}

async function passOldRelease(): Promise<void> {
  const registration = await container?.getRegistration();
  if (!registration) return;
  await registration.update();
  const next = registration.installing ?? registration.waiting;
  if (next) await hasBegun(next);
  // the reloaded page registers its own
  if (registration.active === own) await registration.unregister();
}

function hasBegun(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const isDecided = () => worker.state === 'activated' || worker.state === 'redundant';
    if (isDecided()) resolve();
    worker.addEventListener('statechange', () => isDecided() && resolve());
    setTimeout(resolve, activationTimeoutMs);
  });
}

/** Whether data saver is on, or the connection slow. False in browsers that do not say (Safari, Firefox). */
export function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection !== 'object' || connection === null) return false;
  const { saveData, effectiveType }: { saveData?: unknown; effectiveType?: unknown } = connection;
  return saveData === true || ['slow-2g', '2g', '3g'].includes(String(effectiveType));
}
