import { describe, expect, it, afterEach, beforeEach, vi } from 'vitest';
import {
  responseFrom,
  requestedRange,
  isWholeFile,
  sourceOf,
  type FileResponse,
  type RequestFacts,
} from '../../src/service-worker/request-source.ts';
import { join } from 'node:path';

describe('a range of 10 bytes', () => {
  it.each([
    ['bytes=0-3', { first: 0, last: 3 }],
    ['bytes=4-', { first: 4, last: 9 }],
    ['bytes=9-9', { first: 9, last: 9 }],
    ['bytes=5-100', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-30', { first: 0, last: 9 }],
    ['bytes=10-', 'beyond'],
    ['bytes=10-12', 'beyond'],
    ['bytes=-0', 'beyond'],
    // answered with the whole file
    ['bytes=0-1,4-5', null],
    ['bytes=5-2', null],
    ['bytes=-', null],
    ['lines=0-3', null],
    [null, null],
  ])('%s', (range, part) => {
    expect(requestedRange(range, 10)).toEqual(part);
  });
});

const kept = () =>
  new Response('0123456789', { headers: { 'content-type': 'application/pdf', 'content-length': '10' } });

describe('a kept file', () => {
  it('is served whole without a range', async () => {
    const response = await responseFrom(kept(), null);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
  });

  it('is served in parts', async () => {
    const response = await responseFrom(kept(), 'bytes=2-5');
    expect(response.status).toBe(206);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/pdf',
      'content-range': 'bytes 2-5/10',
      'content-length': '4',
    });
    expect(await response.text()).toBe('2345');
  });

  it('reports its size for a range beyond its end', async () => {
    const response = await responseFrom(kept(), 'bytes=10-');
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
  });

  it('is served whole where the range is not understood', async () => {
    const response = await responseFrom(kept(), 'bytes=0-1,4-5');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
  });
});

const origin = 'https://portal.example';

const worker = join(import.meta.dirname, '../../src/service-worker/worker.ts');

const guide = '/guides/manual.pdf';

/** What the device keeps: for each shell, the texts of its files by URL. */
let shells: Map<string, Map<string, string>>;

type Listener = (event: object) => void;

const withoutSearch = (url: string) => url.replace(/\?.*/u, '');

function find(shell: string, url: string, ignoreSearch = false): Response | undefined {
  const same = ignoreSearch ? withoutSearch : (one: string) => one;
  const [, text] = Array.from(shells.get(shell) ?? []).find(([one]) => same(one) === same(url)) ?? [];
  return text === undefined ? undefined : new Response(text);
}

const caches = {
  keys: () => Promise.resolve(Array.from(shells.keys())),
  delete: (shell: string) => Promise.resolve(shells.delete(shell)),
  open: (shell: string) =>
    Promise.resolve({
      match: (url: string) => Promise.resolve(find(shell, url)),
      keys: () =>
        Promise.resolve(Array.from(shells.get(shell)?.keys() ?? [], (url) => ({ url: new URL(url, origin).href }))),
      put: async (url: string, response: Response) => {
        const text = await response.text();
        shells.set(shell, new Map(shells.get(shell)).set(url, text));
      },
    }),
  match: (url: string, { cacheName, ignoreSearch }: { cacheName: string; ignoreSearch?: boolean }) =>
    Promise.resolve(find(cacheName, url, ignoreSearch)),
};

/** The service worker of the new release, whose guide has another text; returns its response to a request. */
async function startWorker(
  listeners = new Map<string, Listener>(),
): Promise<(path: string, headers?: Record<string, string>) => Promise<Response>> {
  vi.stubGlobal('builtShell', { version: 'new', entry: '', start: [], later: [`${guide}?v=new`] });
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('self', {
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
    clients: { matchAll: () => Promise.resolve([]), claim: () => Promise.resolve() },
  });
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

describe('the files of older releases', () => {
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

  it('go when their pages are closed, but not the letters that a report may need offline', async () => {
    const letters = '/assets/noto-sans-sc-12-400-normal-Ab3.woff';
    const emoji = '/assets/noto-emoji-0-400-normal-Cd4.woff2';
    shells.get('shell-old')?.set(letters, 'letters').set(emoji, 'emoji').set('/assets/old-Ef5.js', 'code');
    offline();
    const listeners = new Map<string, Listener>();
    const respond = await startWorker(listeners);
    await new Promise((resolve) => listeners.get('activate')?.({ waitUntil: resolve }));
    expect(Array.from(shells.keys())).toEqual(['shell-new']);
    expect(await (await respond(letters)).text()).toBe('letters');
    expect(await (await respond(emoji)).text()).toBe('emoji');
    expect(shells.get('shell-new')?.has('/assets/old-Ef5.js')).toBe(false);
  });

  it('fails like the network for a file that no release has', async () => {
    offline();
    const respond = await startWorker();
    await expect(respond('/guides/other.pdf')).rejects.toThrow('Failed to fetch');
  });
});

const isListed = (path: string) => path === '/logo.svg';

function source(path: string, more: Partial<RequestFacts> = {}) {
  return sourceOf(
    { method: 'GET', mode: 'cors', headers: new Headers(), url: new URL(path, origin).href, ...more },
    origin,
    isListed,
  );
}

describe('the service worker', () => {
  it.each(['/', '/?app', '/profile', '/DataEditor/keys?site=3', '/no-such-page'])(
    'opens %s with the kept page',
    (path) => {
      expect(source(path, { mode: 'navigate' })).toBe('page');
    },
  );

  it.each([
    '/assets/index-a1.js',
    '/assets/LiberationSans-b2.ttf',
    '/guides/manual.pdf',
    '/guides/My%20guide.PDF',
    '/logo.svg',
  ])('serves %s', (path) => {
    expect(source(path)).toBe('file');
    expect(source(path, { mode: 'navigate' })).toBe('file');
  });

  it.each([
    // checks the host for another release
    '/',
    '/sw.js',
    '/robots.txt',
    '/other.svg',
    '/assets/',
    '/assets/sub/folder.js',
    '/guides/manual.html',
    '/guides/sub/manual.pdf',
    '/rest/v1/rpc/whoami',
    '/rest/v1/maintables',
    '/storage/v1/object/sign/rfidboomgatephoto/a.jpg?token=x',
    '/storage/v1/object/sign/rfidboomgatephoto/assets/index-a1.js',
    'https://project.supabase.co/assets/index-a1.js',
    // signed, or with other parameters
    '/guides/manual.pdf?token=x',
    '/assets/index-a1.js?t=1',
  ])('leaves %s to the network', (path) => {
    expect(source(path)).toBe('network');
  });

  it('leaves an API that is opened as a page to the network', () => {
    expect(source('/rest/v1/', { mode: 'navigate' })).toBe('network');
    expect(source('/storage/v1/object/photo', { mode: 'navigate' })).toBe('network');
    expect(source('/a/page.html', { mode: 'navigate' })).toBe('network');
  });

  it('leaves requests that send data or carry a session to the network', () => {
    expect(source('/assets/index-a1.js', { method: 'POST' })).toBe('network');
    expect(source('/profile', { mode: 'navigate', method: 'POST' })).toBe('network');
    for (const name of ['x-portal-session', 'authorization'])
      expect(source('/assets/index-a1.js', { headers: new Headers({ [name]: 'x' }) })).toBe('network');
  });
});

const fileResponse = (more: Partial<FileResponse>, type = 'text/javascript'): FileResponse => ({
  status: 200,
  type: 'basic',
  redirected: false,
  headers: new Headers({ 'content-type': type }),
  ...more,
});

describe('a response', () => {
  it('is kept when it is the requested file', () => {
    expect(isWholeFile(fileResponse({}))).toBe(true);
    expect(isWholeFile(fileResponse({}, 'application/pdf'))).toBe(true);
  });

  it.each([
    ['the start page instead', fileResponse({}, 'text/html; charset=utf-8')],
    ['a failure', fileResponse({ status: 404 })],
    ['a part', fileResponse({ status: 206 })],
    ['the login page of a network', fileResponse({ redirected: true })],
    ["another host's", fileResponse({ type: 'opaque', status: 0 })],
  ])('is not kept when it is %s', (_, other) => {
    expect(isWholeFile(other)).toBe(false);
  });
});
