import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';
import { closeServer, openServer } from '../support/local-server.ts';
import type { BenchRun } from './page/bench-messages.ts';
import { PhotoShelf } from './photo-shelf.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** What the page requested. */
export interface Traffic {
  /** Requests other than for photos. */
  others: string[];
  /** When photos were requested, and when their responses ended or were aborted; ms since 1970. */
  photoStarts: number[];
  photoEnds: number[];
}

/** Serves the page and its photos from one origin, never from a cache, and records the requests. */
export class BenchServer {
  readonly shelf = new PhotoShelf();
  traffic: Traffic = { others: [], photoStarts: [], photoEnds: [] };
  /** Such as `http://localhost:4000`; known once it is open. */
  url = '';
  readonly #page: string;
  #onPage: ((begin: () => Promise<BenchRun>) => void) | undefined;
  #onOutcome: ((run: BenchRun) => void) | undefined;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.writeHead(500).end());
  });

  constructor(page: string) {
    this.#page = page;
  }

  /** On the port in BENCH_PORT, or any free one. */
  async open(): Promise<void> {
    this.url = await openServer(this.#server, Number(process.env['BENCH_PORT'] ?? 0));
  }

  close(): void {
    closeServer(this.#server);
  }

  forgetTraffic(): void {
    this.traffic = { others: [], photoStarts: [], photoEnds: [] };
  }

  /** Waits for a page that is ready to run; the function starts the run and returns its result. */
  nextPage(): Promise<() => Promise<BenchRun>> {
    return new Promise((resolve) => {
      this.#onPage = resolve;
    });
  }

  /** `/begin` is answered when the run is to begin; `/outcome` brings its result. */
  async #converse(pathname: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (pathname === '/begin') {
      this.#onPage?.(() => {
        response.writeHead(204).end();
        return new Promise((resolve) => {
          this.#onOutcome = resolve;
        });
      });
      return;
    }
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- written by the bench's own page
    const run: BenchRun = JSON.parse((await bodyOf(request)).toString());
    response.writeHead(204).end();
    this.#onOutcome?.(run);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const photo = /^\/(?<folder>photo|small)\/(?<number>\d+)(?:\.small\.jpg)?$/u.exec(pathname)?.groups;
    response.setHeader('cache-control', 'no-store');
    if (pathname === '/begin' || pathname === '/outcome') {
      await this.#converse(pathname, request, response);
      return;
    }
    if (!photo) {
      await this.#answerFile(pathname, response);
      return;
    }
    const [folder = '', number] = [photo['folder'], Number(photo['number'])];
    if (request.method === 'PUT') {
      this.shelf.put(folder, number, await bodyOf(request));
      response.writeHead(204).end();
      return;
    }
    const { traffic } = this;
    traffic.photoStarts.push(Date.now());
    response.on('close', () => traffic.photoEnds.push(Date.now()));
    const bytes = this.shelf.get(folder, number);
    if (bytes) response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length }).end(bytes);
    else response.writeHead(404).end();
  }

  async #answerFile(pathname: string, response: ServerResponse): Promise<void> {
    const path = pathname === '/' ? '/index.html' : normalize(pathname);
    this.traffic.others.push(path);
    try {
      const content = await readFile(join(this.#page, path));
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) if (part instanceof Buffer) parts.push(part);
  return Buffer.concat(parts);
}

const root = join(import.meta.dirname, '../..');

/** Builds the page with the portal's own report code, the way the portal is built. Returns the folder. */
export async function buildPage(): Promise<string> {
  const outDir = join(root, 'node_modules/.cache/bench-page');
  const leftOut = join(root, 'src/reports/left-out.ts');
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'warn',
    resolve: { alias: Object.fromEntries(['html2canvas', 'canvg', 'dompurify'].map((name) => [name, leftOut])) },
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      assetsInlineLimit: 0,
      // the naive contender bundles jsPDF into the page, and nobody downloads this page
      chunkSizeWarningLimit: 1_000,
    },
  });
  return outDir;
}
