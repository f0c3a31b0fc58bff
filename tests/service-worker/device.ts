import { join } from 'node:path';
import { vi } from 'vitest';
import type { ShellList } from '../../src/service-worker/shell-list.ts';

const origin = 'https://portal.example';
const worker = join(import.meta.dirname, '../../src/service-worker/worker.ts');

/** The file list of a release. Files whose hash ends with 1 are the same in all releases. */
export function release(number: number): ShellList {
  return {
    version: `release${number}`,
    entry: `/assets/index-0000000${number}.js`,
    start: [`/assets/index-0000000${number}.js`, '/assets/base-11111111.css', `/logo.svg?v=${number}`],
    later: [`/assets/Sites-0000000${number}.js`, '/assets/react-11111111.js', `/guides/a.pdf?v=${number}`],
    optional: [
      `/assets/workbook-0000000${number}.js`,
      `/assets/zh-0000000${number}.js`,
      `/assets/guide-texts-ms-0000000${number}.js`,
      `/guides/ms/a.pdf?v=${number}`,
      `/guides/ms/b.pdf?v=1`,
      `/guides/zh/a.pdf?v=${number}`,
    ],
  };
}

const pageOf = ({ entry, version }: ShellList) =>
  `<title>${version}</title><script type="module" crossorigin src="${entry}"></script><div id="root"></div>`;

const types: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  html: 'text/html',
};
const typeOf = (path: string) => types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

/** Marks a response as a browser does and Node does not. */
function markResponse(response: Response, type: string, redirected = false): Response {
  const clone = response.clone.bind(response);
  const marks = { type: { value: type }, redirected: { value: redirected } };
  return Object.defineProperties(response, {
    ...marks,
    clone: { value: () => markResponse(clone(), type, redirected) },
  });
}

/** A response of the portal's own host. */
const fromHost = (body: BodyInit | null, init: ResponseInit, redirected = false) =>
  markResponse(new Response(body, init), 'basic', redirected);

const brokenBody = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('ha'));
      controller.error(new TypeError('network error'));
    },
  });

/** Answers that replace the requested file. */
const wrongAnswers = {
  'no network': () => Promise.reject(new TypeError('Failed to fetch')),
  'a gateway without the host': () =>
    fromHost('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
  'a fault of the host': () => fromHost('no', { status: 503, headers: { 'content-type': 'text/javascript' } }),
  'the login page of a network': () =>
    fromHost('<html><script type="module" src="/assets/hotel.js"></script></html>', {
      headers: { 'content-type': 'text/html' },
    }),
  'the text of a network': () => fromHost('Please log in', { headers: { 'content-type': 'text/plain' } }),
  'a redirect to another page': () => fromHost('x', { headers: { 'content-type': 'application/octet-stream' } }, true),
  'a body that breaks off': () => fromHost(brokenBody(), { headers: { 'content-type': 'application/octet-stream' } }),
  'a body that is too short': () =>
    fromHost('ha', { headers: { 'content-type': 'application/octet-stream', 'content-length': '10' } }),
  'nothing for long': (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, reject) => {
      // a request without a limit waits for ever
      signal?.addEventListener('abort', () => reject(signal.reason));
    }),
} satisfies Record<string, (signal?: AbortSignal | null) => Response | Promise<Response>>;
type WrongAnswer = keyof typeof wrongAnswers;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the table
export const wrongAnswerNames = Object.keys(wrongAnswers) as WrongAnswer[];

/** A host with one release at a time, and the network in front of it. */
export class Host {
  build: ShellList;
  /** What comes in place of every answer of the host; null for nothing. */
  wrong: WrongAnswer | null = null;
  requestedPaths: string[] = [];

  constructor(build: ShellList) {
    this.build = build;
  }

  readonly fetch = async (input: string | { url: string }, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(typeof input === 'string' ? input : input.url, origin);
    this.requestedPaths.push(pathname);
    if (this.wrong) return wrongAnswers[this.wrong](init?.signal);
    const { build } = this;
    if (pathname === '/') return fromHost(pageOf(build), { headers: { 'content-type': 'text/html' } });
    const isPackage = pathname.startsWith('/assets/noto-');
    const listedFile = [...build.start, ...build.later, ...build.optional].find(
      (url) => url.split('?')[0] === pathname,
    );
    // many hosts answer with the start page if a file is missing
    return listedFile === undefined && !isPackage
      ? fromHost(pageOf(build), { headers: { 'content-type': 'text/html' } })
      : fromHost(listedFile ?? pathname, { headers: { 'content-type': typeOf(pathname) } });
  };
}

type Entries = Map<string, { body: string; headers: Headers; type: string }>;

/** The state of the portal in a browser: its caches, which outlive workers, and the open pages. */
export class Device {
  readonly caches = new Map<string, Entries>();
  pages: string[] = [];
  /** The number of entries for which there is still room. */
  room = Number.POSITIVE_INFINITY;
  hangs = false;
  /** How long (ms) each access to the caches takes. */
  slowMs = 0;
  isInstalling = false;

  /** The URLs in all caches, without those of pages and lists. */
  files(): string[] {
    const urls = Array.from(this.caches.values()).flatMap((entries) => Array.from(entries.keys()));
    return urls.filter((url) => /^\/(?:assets|guides|logo)/u.test(url)).toSorted();
  }

  /** The releases whose page is stored. */
  releases(): string[] {
    return Array.from(this.caches)
      .filter(([, entries]) => entries.has('/'))
      .map(([name]) => name.replace('shell-', ''));
  }

  /** Removes a stored file, as the browser or its user may do. */
  evict(url: string): void {
    for (const entries of this.caches.values()) entries.delete(url);
  }

  async #wait(): Promise<void> {
    if (this.hangs) await new Promise(() => undefined);
    if (this.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, this.slowMs));
  }

  #cache(name: string) {
    const entries: Entries = this.caches.get(name) ?? new Map();
    this.caches.set(name, entries);
    const find = async (url: string, { ignoreSearch = false } = {}) => {
      await this.#wait();
      const isSame = (other: string) => (ignoreSearch ? other.split('?')[0] === url : other === url);
      return Array.from(entries)
        .filter(([other]) => isSame(other))
        .map(([, { body, headers, type }]) => markResponse(new Response(body, { headers }), type));
    };
    return {
      matchAll: find,
      match: async (url: string, options?: { ignoreSearch?: boolean }) => (await find(url, options))[0],
      keys: async () => {
        await this.#wait();
        return Array.from(entries.keys(), (url) => ({ url: origin + url }));
      },
      delete: (url: string) => Promise.resolve(entries.delete(url)),
      put: async (url: string, response: Response) => {
        const body = await response.text();
        await this.#wait();
        if (this.room < 1) throw new DOMException('No room', 'QuotaExceededError');
        this.room -= 1;
        entries.delete(url);
        entries.set(url, { body, headers: new Headers(response.headers), type: response.type });
      },
    };
  }

  readonly #storage = {
    keys: async () => {
      await this.#wait();
      return Array.from(this.caches.keys());
    },
    delete: (name: string) => Promise.resolve(this.caches.delete(name)),
    open: (name: string) => Promise.resolve(this.#cache(name)),
    match: (url: string, { cacheName, ...options }: { cacheName: string; ignoreSearch?: boolean }) =>
      this.caches.has(cacheName) ? this.#cache(cacheName).match(url, options) : Promise.resolve(undefined),
  };

  /** Starts the service worker of a release. It finds the caches of the previous workers. */
  async startWorker(build: ShellList, host: Host) {
    const listeners = new Map<string, (event: object) => void>();
    const registration = { installing: this.isInstalling ? {} : null, waiting: null };
    vi.stubGlobal('builtShell', build);
    vi.stubGlobal('caches', this.#storage);
    vi.stubGlobal('location', { origin });
    vi.stubGlobal('fetch', host.fetch);
    vi.stubGlobal('self', {
      addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
      skipWaiting: () => Promise.resolve(),
      registration,
      clients: {
        matchAll: () => Promise.resolve(this.pages.map((id) => ({ id }))),
        claim: () => Promise.resolve(),
      },
    });
    vi.resetModules();
    await import(worker);
    /** Fires an event. Returns the response, or undefined once the work is done for which the worker waits. */
    const fire = async (kind: string, details: object = {}) => {
      const waits: Promise<unknown>[] = [];
      let response: Promise<Response> | undefined;
      listeners.get(kind)?.({
        ...details,
        waitUntil: (wait: Promise<unknown>) => void waits.push(wait),
        respondWith: (answer: Promise<Response>) => {
          response = answer;
        },
      });
      const answer = await response;
      // an answer may add more work to wait for; on a device that hangs, what is stored later never ends
      if (response === undefined || !this.hangs)
        for (let index = 0; index < waits.length; index += 1) await waits[index];
      return answer;
    };
    const requestFile = async (path: string, init: object, details: object) => {
      const request = { method: 'GET', mode: 'cors', url: origin + path, headers: new Headers(), ...init };
      const response = await fire('fetch', { request, clientId: '', ...details });
      if (!response) throw new Error(`The worker leaves ${path} to the network`);
      return response;
    };
    const storeNext = async (skipped: number, language?: string) => {
      const replies: (number | null)[] = [];
      const port = { postMessage: ({ left: remaining }: { left: number | null }) => void replies.push(remaining) };
      await fire('message', { data: { skipped, ...(language !== undefined && { language }) }, ports: [port] });
      return replies[0] ?? null;
    };
    return {
      install: () => fire('install'),
      activate: () => fire('activate'),
      /** Opens a page. Returns its text. `page` is the id of the page. */
      open: async (page = '') =>
        (await requestFile('/profile', { mode: 'navigate' }, { resultingClientId: page })).text(),
      /** Requests a file, from an open page if `page` is given. */
      file: (path: string, page = '', headers = new Headers()) => requestFile(path, { headers }, { clientId: page }),
      storeNext,
      /** Stores the missing files, as an idle page requests it, in the language of the reader. Returns whether all are stored. */
      complete: async (language?: string) => {
        // gives up after three failures, as the page does
        for (let skipped = 0; skipped < 3;) {
          const remaining = await storeNext(skipped, language);
          if (remaining === 0) return skipped === 0;
          if (remaining === null) skipped += 1;
        }
        return false;
      },
    };
  }

  /** Installs a release, which takes over. With `isComplete`, all of its files are stored. */
  async update(build: ShellList, host: Host, isComplete: boolean) {
    host.build = build;
    const startedWorker = await this.startWorker(build, host);
    await startedWorker.install();
    await startedWorker.activate();
    if (isComplete) await startedWorker.complete();
    return startedWorker;
  }
}
