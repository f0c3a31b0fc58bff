import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoreFileRequest } from '../../../src/lib/offline/shell-files.ts';
import { eventually, hold, hurry } from '../../support/waiting.ts';

/** A service worker with files still to store. `failing` is the number of files that the host does not have. */
class FakeWorker {
  missing: number;
  failing = 0;
  asked = 0;
  languages: (string | undefined)[] = [];
  answers: Promise<unknown> = Promise.resolve();

  constructor(missing: number) {
    this.missing = missing;
  }

  postMessage({ skipped, language }: StoreFileRequest, [port]: MessagePort[]): void {
    this.asked += 1;
    this.languages.push(language);
    // the page skips as many files as could not be stored; the answer is how many files remain after those
    void this.answers.then(() => {
      if (this.failing > skipped) return port?.postMessage({ left: null });
      if (this.missing > skipped) this.missing -= 1;
      return port?.postMessage({ left: Math.max(0, this.missing - skipped) });
    });
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null;
  register = () => Promise.resolve({ update: () => Promise.resolve() });

  constructor(controller: FakeWorker | null) {
    super();
    this.controller = controller;
  }

  takeOver(worker: FakeWorker): void {
    this.controller = worker;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

const connection = { saveData: false };

/** Opens a new page under the control of a service worker. */
async function openPage(worker: FakeWorker | null) {
  const container = new FakeContainer(worker);
  vi.stubGlobal('navigator', { serviceWorker: container, connection, onLine: true });
  vi.resetModules();
  // the first script of the page; the code for offline use is loaded when the page is idle
  (await import('../../../src/lib/offline/initial-controller.ts')).noteInitialController();
  return { container, ...(await import('../../../src/lib/offline/offline-shell.ts')) };
}

beforeEach(() => {
  hurry();
  connection.saveData = false;
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the remaining files of the portal', () => {
  it('are stored one after another', async () => {
    const worker = new FakeWorker(4);
    const { startOffline, storedFileCount } = await openPage(worker);
    await startOffline(() => undefined);
    await eventually(() => expect(storedFileCount.get()).toBe(4));
    expect(worker.missing).toBe(0);
  });

  it('are not stored while data saver is on, until somebody stores sites by hand', async () => {
    connection.saveData = true;
    const worker = new FakeWorker(4);
    const { startOffline, completeShell } = await openPage(worker);
    await startOffline(() => undefined);
    expect(worker.asked).toBe(0);
    await completeShell();
    expect(worker.missing).toBe(0);
  });

  it('are stored once the service worker is there, if they were requested before', async () => {
    connection.saveData = true;
    const { startOffline, completeShell, container } = await openPage(null);
    await startOffline(() => undefined);
    await completeShell();
    const worker = new FakeWorker(2);
    container.takeOver(worker);
    await eventually(() => expect(worker.missing).toBe(0));
  });

  it('are requested in the language of the reader, and again when that changes', async () => {
    const worker = new FakeWorker(0);
    const { startOffline } = await openPage(worker);
    const { chooseLanguage } = await import('../../../src/lib/language/choose-language.ts');
    await startOffline(() => undefined);
    await eventually(() => expect(worker.languages).toEqual(['en']));
    worker.missing = 2;
    await chooseLanguage('ms');
    await eventually(() => expect(worker.languages).toEqual(['en', 'ms', 'ms']));
    await chooseLanguage('en');
  });

  it('are abandoned after three failures, and requested again when the connection is back', async () => {
    const worker = new FakeWorker(4);
    worker.failing = Number.POSITIVE_INFINITY;
    const { startOffline } = await openPage(worker);
    await startOffline(() => undefined);
    await eventually(() => expect(worker.asked).toBe(3));
    worker.failing = 0;
    dispatchEvent(new Event('online'));
    await eventually(() => expect(worker.missing).toBe(0));
  });
});

describe('a new release', () => {
  it('is offered once it is stored completely', async () => {
    const { startOffline, container } = await openPage(new FakeWorker(0));
    const onRelease = vi.fn<() => void>();
    await startOffline(onRelease);
    const newest = new FakeWorker(3);
    const { held, release } = hold();
    newest.answers = held;
    container.takeOver(newest);
    await eventually(() => expect(newest.asked).toBe(1));
    expect(onRelease).not.toHaveBeenCalled();
    release();
    await eventually(() => expect(onRelease).toHaveBeenCalledTimes(1));
    expect(newest.missing).toBe(0);
  });

  it('is stored and offered if it takes over before the page is idle', async () => {
    const { startOffline, container } = await openPage(new FakeWorker(0));
    const onRelease = vi.fn<() => void>();
    const newest = new FakeWorker(2);
    container.takeOver(newest);
    await startOffline(onRelease);
    await eventually(() => expect(onRelease).toHaveBeenCalledTimes(1));
    expect(newest.missing).toBe(0);
  });

  it('is stored and offered if it comes while files are stored', async () => {
    const old = new FakeWorker(1);
    const { held, release } = hold();
    old.answers = held;
    const { startOffline, container } = await openPage(old);
    const onRelease = vi.fn<() => void>();
    await startOffline(onRelease);
    await eventually(() => expect(old.asked).toBe(1));
    const newest = new FakeWorker(2);
    container.takeOver(newest);
    // the previous worker has nothing more to store
    release();
    await eventually(() => expect(onRelease).toHaveBeenCalledTimes(1));
    expect(newest.missing).toBe(0);
  });

  it.each([
    ['while data saver is on', () => void (connection.saveData = true)],
    ['when some of it cannot be stored', (newest: FakeWorker) => void (newest.failing = Number.POSITIVE_INFINITY)],
  ])('is offered anyway %s', async (_, happens) => {
    const newest = new FakeWorker(3);
    happens(newest);
    const { startOffline, container } = await openPage(new FakeWorker(0));
    const onRelease = vi.fn<() => void>();
    await startOffline(onRelease);
    container.takeOver(newest);
    await eventually(() => expect(onRelease).toHaveBeenCalledTimes(1));
    expect(newest.missing).toBe(3);
  });

  it('is offered, once, when a lost connection is back', async () => {
    const { startOffline, container } = await openPage(new FakeWorker(0));
    const onRelease = vi.fn<() => void>();
    await startOffline(onRelease);
    const newest = new FakeWorker(3);
    newest.failing = Number.POSITIVE_INFINITY;
    Object.assign(navigator, { onLine: false });
    container.takeOver(newest);
    await eventually(() => expect(newest.asked).toBe(3));
    newest.failing = 0;
    Object.assign(navigator, { onLine: true });
    dispatchEvent(new Event('online'));
    await eventually(() => expect(onRelease).toHaveBeenCalledTimes(1));
    expect(newest.missing).toBe(0);
    const before = newest.asked;
    dispatchEvent(new Event('online'));
    await eventually(() => expect(newest.asked).toBeGreaterThan(before));
    expect(onRelease).toHaveBeenCalledTimes(1);
  });

  it('is not offered if it is the first one, because the page belongs to it', async () => {
    const { startOffline, container } = await openPage(null);
    const onRelease = vi.fn<() => void>();
    await startOffline(onRelease);
    const first = new FakeWorker(2);
    container.takeOver(first);
    await eventually(() => expect(first.missing).toBe(0));
    expect(onRelease).not.toHaveBeenCalled();
  });
});
