import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const origin = 'https://portal.example';
const worker = join(import.meta.dirname, '../../src/service-worker/worker.ts');
const guide = '/guides/manual.pdf';

/** What the device keeps: for each shell, the texts of its files by URL. */
let shells: Map<string, Map<string, string>>;
type Listener = (event: object) => void;

const withoutSearch = (url: string) => url.replace(/\?.*/u, '');

function find(shell: string, url: string, ignoreSearch = false): Response | undefined {
  const same = ignoreSearch ? withoutSearch : (one: string) => one;
  const [, text] = Array.from(shells.get(shell) ?? []).find(([kept]) => same(kept) === same(url)) ?? [];
  return text === undefined ? undefined : new Response(text);
}

const caches = {
  keys: () => Promise.resolve(Array.from(shells.keys())),
  open: (shell: string) =>
    Promise.resolve({
      match: (url: string) => Promise.resolve(find(shell, url)),
      put: async (url: string, response: Response) =>
        void shells.set(shell, new Map(shells.get(shell)).set(url, await response.text())),
    }),
  match: (url: string, { cacheName, ignoreSearch }: { cacheName: string; ignoreSearch?: boolean }) =>
    Promise.resolve(find(cacheName, url, ignoreSearch)),
};

/** The service worker of the new release, whose guide has another text; returns its response to a request. */
async function startWorker(): Promise<(path: string, headers?: Record<string, string>) => Promise<Response>> {
  const listeners = new Map<string, Listener>();
  vi.stubGlobal('builtShell', { version: 'new', entry: '', start: [], later: [`${guide}?v=new`] });
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('self', { addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener) });
  vi.resetModules();
  await import(worker);
  return (path, headers = {}) =>
    new Promise((resolve) => {
      const request = new Request(origin + path, { headers });
      listeners.get('fetch')?.({ request, respondWith: resolve, waitUntil: () => undefined });
    });
}

const online = () => vi.stubGlobal('fetch', () => Promise.resolve(new Response('new text')));
const offline = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

beforeEach(() => {
  shells = new Map([
    ['shell-old', new Map([[`${guide}?v=old`, 'old text']])],
    ['shell-new', new Map<string, string>()],
  ]);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('serves the guide of the previous release offline, until the new one is kept', async () => {
  offline();
  const respond = await startWorker();
  expect(await (await respond(guide)).text()).toBe('old text');
  const part = await respond(guide, { range: 'bytes=0-2' });
  expect([part.status, await part.text()]).toEqual([206, 'old']);
  shells.get('shell-new')?.set(`${guide}?v=new`, 'new text');
  expect(await (await respond(guide)).text()).toBe('new text');
});

it('serves the new guide online', async () => {
  online();
  const respond = await startWorker();
  expect(await (await respond(guide)).text()).toBe('new text');
});

it('fails like the network for a file that no release has', async () => {
  offline();
  const respond = await startWorker();
  await expect(respond('/guides/other.pdf')).rejects.toThrow('Failed to fetch');
});
