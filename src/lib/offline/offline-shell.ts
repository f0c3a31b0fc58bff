import { shownLanguage } from '../language/choice.ts';
import { onReturn } from '../screen/on-return.ts';
import { whenIdle } from '../screen/when-idle.ts';
import { createStore } from '../store.ts';
import { initialController } from './initial-controller.ts';
import type { StoreFileResponse, StoreFileRequest } from './shell-files.ts';

// Stores the portal's own files on this device, so that it opens without a connection (`decisions §10`). When the service worker is
// installed, it stores the files that a start needs. This module has it store the remaining files one by one while the page is idle, but
// not where data saver is on. A file that fails is skipped; after three failures the remaining files wait for the next page load.
// Without a service worker the portal works as usual. A new release is offered, never forced: the page goes on with its own files
// until somebody reloads it.

/** How long (ms) the service worker may take to store a file. */
const storeTimeoutMs = 120_000;
const activationTimeoutMs = 10_000;
/** How often (ms) a tab looks for a new release, as it may stay open for weeks. */
const updateIntervalMs = 3_600_000;
/** After this many failed files, no more are stored until the next page load. */
const maxSkips = 3;

/** How many files of the portal were stored for offline use since this page was loaded. */
export const storedFileCount = createStore(0);

// null in old browsers, and on pages not served over TLS
const container = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
/** The service worker of the release that this page is of. */
let pageWorker = initialController();

/**
 * Registers the service worker, and stores the remaining files of the portal while the page is idle.
 * @param onRelease called when there is a new release and its files are stored, as far as they are fetched ahead.
 */
export async function startOffline(onRelease: () => void): Promise<void> {
  if (!container) return;
  let hasNewRelease = false;
  const storeAndOffer = async () => {
    // a run that is under way may have stopped after failures, or have asked the older service worker, for which nothing is missing; so it is
    // waited for, and followed by another one
    await currentRun;
    await storeRemaining();
    // without a connection, a reload opens the new release only if all its files are stored, so it is offered when there is one
    if (!hasNewRelease || !navigator.onLine) return;
    hasNewRelease = false;
    onRelease();
  };
  const onControllerChange = () => {
    hasNewRelease = pageWorker !== null;
    pageWorker ??= container.controller;
    void storeAndOffer();
  };
  container.addEventListener('controllerchange', onControllerChange);
  addEventListener('online', () => void storeAndOffer());
  // the guides of another language are to be stored, too
  shownLanguage.subscribe(() => void storeAndOffer());
  // this code may run late on a busy page, after another release has taken over
  if (container.controller === pageWorker) void storeRemaining();
  else onControllerChange();
  const registration = await container.register('/sw.js').catch(() => undefined);
  if (registration) askForReleases(registration);
}

/** Looks for a new release when somebody returns to the page, at most once in `updateIntervalMs`. */
function askForReleases(registration: ServiceWorkerRegistration): void {
  let lastUpdate = Date.now();
  onReturn(() => {
    if (document.hidden || Date.now() - lastUpdate < updateIntervalMs) return;
    lastUpdate = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Whether somebody asked for all of the portal, so that it is stored even where data saver is on. */
let isRequested = false;
/** The run that stores the remaining files; null while none is running. */
let currentRun: Promise<void> | null = null;

/** Stores all files of the portal even on a slow line, because somebody has pinned sites on this device (`decisions §12`). */
export async function completeShell(): Promise<void> {
  isRequested = true;
  await storeRemaining();
}

const mayFetchAhead = () => isRequested || !savesData();

/** Stores one file after the other until none is missing. Returns the run that is under way, if there is one. */
function storeRemaining(): Promise<void> {
  currentRun ??= storeFiles().finally(() => {
    currentRun = null;
  });
  return currentRun;
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

/** Has the service worker store a file. Returns how many are still missing; null when the file could not be stored. */
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

/** Reloads the page in the newest release, even if a service worker of the old release is still in control. */
export async function reloadNewest(): Promise<void> {
  await bypassOldWorker().catch(() => undefined);
  location.reload();
}

async function bypassOldWorker(): Promise<void> {
  const registration = await container?.getRegistration();
  if (!registration) return;
  await registration.update();
  const newWorker = registration.installing ?? registration.waiting;
  if (newWorker) await waitForActivation(newWorker);
  // without the old service worker, the reloaded page comes from the host and registers the service worker of its own release
  if (registration.active === pageWorker) await registration.unregister();
}

/** Resolves when the service worker is active or has failed, and at the latest after `activationTimeoutMs`. */
function waitForActivation(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const isDecided = () => worker.state === 'activated' || worker.state === 'redundant';
    if (isDecided()) resolve();
    worker.addEventListener('statechange', () => isDecided() && resolve());
    setTimeout(resolve, activationTimeoutMs);
  });
}

/** Whether data saver is on or the connection is slow. False in browsers that do not tell (Safari, Firefox). */
export function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection !== 'object' || connection === null) return false;
  const { saveData, effectiveType }: { saveData?: unknown; effectiveType?: unknown } = connection;
  return saveData === true || ['slow-2g', '2g', '3g'].includes(String(effectiveType));
}
