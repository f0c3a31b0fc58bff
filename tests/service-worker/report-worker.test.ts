import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DoorList } from '../../src/service-worker/shell-list.ts';

const origin = 'https://portal.example';
// the file has the types of a worker, which this file cannot import
const workerFile = join(import.meta.dirname, '../../src/service-worker/report-worker.ts');

const release = (number: number): DoorList => ({
  version: `v${number}`,
  entry: `/assets/report/report-${number}.js`,
  files: [`/assets/report/report-${number}.js`, `/assets/report/ms-${number}.js`, '/assets/barlow-semi.woff2'],
});
const pageOf = ({ entry }: DoorList) => `<script type="module" src="${entry}"></script>`;

/** The release that the host publishes now; null if there is no connection. */
let publishedRelease: DoorList | null = null;
let requestedPaths: string[] = [];
/** What the host answers instead at some paths. */
let otherwise: Record<string, () => Response> = {};
/** The entries of each cache by its name, in the order in which the caches were made. */
let storedCaches = new Map<string, Map<string, string>>();
let hangs = false;

/** A response as browsers mark it. */
const basic = (text: string, type: string) =>
  Object.defineProperty(new Response(text, { headers: { 'content-type': type } }), 'type', { value: 'basic' });

async function answer(input: string | { url: string }): Promise<Response> {
  const { pathname } = new URL(typeof input === 'string' ? input : input.url, origin);
  requestedPaths.push(pathname);
  if (publishedRelease === null) throw new TypeError('Failed to fetch');
  const other = otherwise[pathname];
  if (other) return other();
  if (publishedRelease.files.includes(pathname))
    return basic(pathname, pathname.endsWith('.js') ? 'text/javascript' : 'font/woff2');
  return basic(pageOf(publishedRelease), 'text/html');
}

const cacheStorage = {
  keys: async () => (hangs ? new Promise<string[]>(() => undefined) : [...storedCaches.keys()]),
  delete: async (name: string) => storedCaches.delete(name),
  open: async (name: string) => {
    const entries = storedCaches.get(name) ?? new Map<string, string>();
    storedCaches.set(name, entries);
    return { put: async (path: string, response: Response) => void entries.set(path, await response.text()) };
  },
  match: async (path: string, { cacheName }: { cacheName: string }) => {
    const storedText = storedCaches.get(cacheName)?.get(path);
    return storedText === undefined ? undefined : new Response(storedText);
  },
};

/** Starts the worker of a release. */
async function startWorker(build: DoorList) {
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('builtDoor', build);
  vi.stubGlobal('caches', cacheStorage);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('self', {
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
    skipWaiting: () => Promise.resolve(),
  });
  vi.resetModules();
  await import(workerFile);
  const wait = async (kind: string) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(kind)?.({ waitUntil: (promise: Promise<unknown>) => void waits.push(promise) });
    await Promise.all(waits);
  };
  return {
    install: () => wait('install'),
    activate: () => wait('activate'),
    /** The text of an answer; null if the worker does not handle the request. */
    get: async (path: string, mode = 'cors', method = 'GET'): Promise<string | null> => {
      const answers: Promise<Response>[] = [];
      listeners.get('fetch')?.({
        request: { method, mode, url: new URL(path, origin).href },
        respondWith: (response: Promise<Response>) => void answers.push(response),
      });
      const response = await answers[0];
      return response ? response.text() : null;
    },
  };
}

async function installRelease(build: DoorList) {
  publishedRelease = build;
  const worker = await startWorker(build);
  await worker.install();
  await worker.activate();
  return worker;
}

beforeEach(() => {
  publishedRelease = release(1);
  requestedPaths = [];
  otherwise = {};
  storedCaches = new Map();
  hangs = false;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the worker of a sticker’s page', () => {
  it('stores the page and its files, and no others', async () => {
    await installRelease(release(1));
    expect(requestedPaths.toSorted()).toEqual(['/report.html', ...release(1).files].toSorted());
  });

  it.each(['/report', '/report.html'])('opens %s and its files without a connection', async (path) => {
    const worker = await installRelease(release(1));
    publishedRelease = null;
    expect(await worker.get(path, 'navigate')).toBe(pageOf(release(1)));
    for (const file of release(1).files) expect(await worker.get(file)).toBe(file);
  });

  it('does not handle calls, other pages and other sites', async () => {
    const worker = await installRelease(release(1));
    expect(await worker.get('/rest/v1/rpc/open_sticker', 'cors', 'POST')).toBeNull();
    expect(await worker.get('/rest/v1/')).toBeNull();
    expect(await worker.get('/profile', 'navigate')).toBeNull();
    expect(await worker.get('https://elsewhere.example/assets/a.js')).toBeNull();
  });

  it('keeps the previous release for open pages, and none older', async () => {
    await installRelease(release(1));
    await installRelease(release(2));
    const worker = await installRelease(release(3));
    expect([...storedCaches.keys()]).toEqual(['report-page-v2', 'report-page-v3']);
    publishedRelease = null;
    expect(await worker.get('/report', 'navigate')).toBe(pageOf(release(3)));
    expect(await worker.get('/assets/report/ms-2.js')).toBe('/assets/report/ms-2.js');
    await expect(worker.get('/assets/report/ms-1.js')).rejects.toThrow('Failed to fetch');
  });

  it.each<[string, Record<string, () => Response>]>([
    ['the portal’s page', { '/report.html': () => basic('<script src="/assets/index-1.js">', 'text/html') }],
    ['an error', { '/report.html': () => new Response(pageOf(release(1)), { status: 503 }) }],
    ['a page in place of a file', { '/assets/report/ms-1.js': () => basic('<p>Log in</p>', 'text/html') }],
  ])('does not accept %s as a release', async (_, wrongPage) => {
    otherwise = wrongPage;
    const worker = await startWorker(release(1));
    await expect(worker.install()).rejects.toThrow(/has another page|is not there/u);
  });

  it('opens from the host if the device does not answer', async () => {
    const worker = await installRelease(release(1));
    hangs = true;
    vi.useFakeTimers();
    const opening = worker.get('/report', 'navigate');
    // as long as the worker waits for the device (`patienceMs`)
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await opening).toBe(pageOf(release(1)));
    expect(requestedPaths.at(-1)).toBe('/report');
  });
});
