import { shownLanguage } from '../language/choice.ts';
import { onReturn } from '../screen/on-return.ts';
import { whenIdle } from '../screen/when-idle.ts';
import { createStore } from '../store.ts';
import { initialController } from './initial-controller.ts';
import type { StoreFileResponse, StoreFileRequest } from './shell-files.ts';

// The portal's own files on this device, so that it opens without a connection (`decisions §10`). The service worker stores what a start
// needs when it is installed; this stores the rest file by file while the page is idle, and nothing where data is saved. A file that fails is
// skipped, after three the rest waits for the next page load, and without a service worker the portal works as before. A new release is
// offered, never forced: the page goes on with its own files until somebody reloads it.

/** How long the service worker may take to store a file. */
const storeTimeoutMs = 120_000;
const activationTimeoutMs = 10_000;
/** How often a tab looks for a new release, as it may stay open for weeks. */
const updateIntervalMs = 3_600_000;
/** After this many failed files, stop until the next page load. */
const maxSkips = 3;

/** How many files of the portal this page has had stored for offline use. */
export const storedFileCount = createStore(0);

// null in old browsers, and on pages not served over TLS
const container = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
let pageWorker = initialController();

/**
 * Stores the rest of the portal while the page is idle. Without a service worker the portal works as before.
 * @param onRelease called when all files of a new release are stored, or when no more of them are fetched ahead.
 */
export async function startOffline(onRelease: () => void): Promise<void> {
  if (!container) return;
  let isReleased = false;
  const storeAndOffer = async () => {
    // an earlier run may have given up, or been told by the older release that nothing is missing
    await storing;
    await storeRest();
    // nothing can be offered without a connection
    if (!isReleased || !navigator.onLine) return;
    isReleased = false;
    onRelease();
  };
  const onControllerChange = () => {
    isReleased = pageWorker !== null;
    pageWorker ??= container.controller;
    void storeAndOffer();
  };
  container.addEventListener('controllerchange', onControllerChange);
  addEventListener('online', () => void storeAndOffer());
  // its guides are stored as well
  shownLanguage.subscribe(() => void storeAndOffer());
  // a busy page is idle, and comes here, only after another release has taken over
  if (container.controller === pageWorker) void storeRest();
  else onControllerChange();
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

/** Whether somebody asked for all of the portal, so that it is stored on a slow line too. */
let isRequested = false;
let storing: Promise<void> | null = null;

/** Stores the rest of the portal on any line, as somebody stores sites on this device by hand (`decisions §12`). */
export async function completeShell(): Promise<void> {
  isRequested = true;
  await storeRest();
}

const mayFetchAhead = () => isRequested || !savesData();

/** Stores one file after the other until none is missing. Stops where data saver is on. */
function storeRest(): Promise<void> {
  storing ??= storeFiles().finally(() => {
    storing = null;
  });
  return storing;
}

async function storeFiles(): Promise<void> {
  let remaining: number | null = null;
  for (let skipped = 0; remaining !== 0 && skipped < maxSkips && mayFetchAhead();) {
    await new Promise<void>(whenIdle);
    if (!container?.controller) return;
    remaining = await storeNextFile(container.controller, { skipped, language: shownLanguage.get() });
    if (remaining === null) skipped += 1;
    else storedFileCount.set(storedFileCount.get() + 1);
  }
}

function storeNextFile(worker: ServiceWorker, request: StoreFileRequest): Promise<number | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), storeTimeoutMs);
    port1.addEventListener('message', ({ data }: MessageEvent<StoreFileResponse>) => {
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
  await bypassOldWorker().catch(() => undefined);
  location.reload();
}

async function bypassOldWorker(): Promise<void> {
  const registration = await container?.getRegistration();
  if (!registration) return;
  await registration.update();
  const next = registration.installing ?? registration.waiting;
  if (next) await waitForActivation(next);
  // the reloaded page registers its own
  if (registration.active === pageWorker) await registration.unregister();
}

function waitForActivation(worker: ServiceWorker): Promise<void> {
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
