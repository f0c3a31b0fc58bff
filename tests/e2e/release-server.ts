import { readFileSync } from 'node:fs';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { closeServer, openServer } from '../support/local-server.ts';
import { headersFor, parseHostHeaders } from '../../supabase/local/host-headers.ts';

const folder = join(import.meta.dirname, '../../dist-embedded');
const rules = parseHostHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};
const isText = (type: string) => /text|svg|manifest/u.test(type);

/** A host of the built portal that publishes another release, loses its connection, or has a service worker replaced. */
export class ReleaseServer {
  #release = 1;
  #isAway = false;
  #worker: Buffer | null = null;
  readonly #server = createServer((request, response) => this.#answer(request, response));

  readonly #backend: string;

  /** @param backend where the API is, such as `http://localhost:4173`. */
  constructor(backend: string) {
    this.#backend = backend;
  }

  async start(): Promise<string> {
    return openServer(this.#server);
  }

  /** Publishes the same portal with other file names, as any change does: those of the previous release are gone. */
  publishNext(): void {
    this.#release += 1;
  }

  /** Publishes the portal with another service worker. */
  publishWorker(worker: Buffer): void {
    this.#worker = worker;
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    if (isAway) this.#server.closeAllConnections();
  }

  stop(): void {
    closeServer(this.#server);
  }

  /** The folder of the files with a content hash in their names. */
  get #assets(): string {
    return this.#release === 1 ? 'assets/' : `assets${this.#release}/`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isAway) {
      request.socket.destroy();
      return;
    }
    const { pathname } = new URL(request.url ?? '/', this.#backend);
    if (/^\/(?:rest|storage)\/v1\//u.test(pathname)) {
      this.#passOn(request, response);
      return;
    }
    headersFor(rules, pathname).forEach((value, name) => response.setHeader(name, value));
    const file = this.#fileOf(pathname);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': file.type }).end(file.body);
  }

  #fileOf(pathname: string): { type: string; body: Buffer | string } | null {
    const name = decodeURIComponent(pathname.slice(1)) || 'index.html';
    if (name === 'sw.js' && this.#worker) return { type: 'text/javascript', body: this.#worker };
    const isOld = /^assets\d*\//u.test(name) && !name.startsWith(this.#assets);
    const stored = name.startsWith(this.#assets) ? `assets/${name.slice(this.#assets.length)}` : name;
    const found = isOld ? null : this.#read(stored);
    if (found) return { type: types[extname(stored)] ?? 'application/octet-stream', body: found };
    // many hosts answer with the start page if a file is missing
    const page = this.#read('index.html');
    return page === null ? null : { type: 'text/html; charset=utf-8', body: page };
  }

  #read(name: string): Buffer | string | null {
    let body: Buffer;
    try {
      body = readFileSync(join(folder, name));
    } catch {
      return null;
    }
    if (this.#release === 1 || !isText(types[extname(name)] ?? '')) return body;
    const text = body.toString().replaceAll(/assets\/(?!\[)/gu, this.#assets);
    // the worker recognises files of the build by their folder, and a build by its version
    return name === 'sw.js'
      ? text
          .replaceAll(String.raw`\/assets\/`, String.raw`\/assets\d*\/`)
          .replace(/(version:`)\w+/u, `$1release${this.#release}`)
      : text;
  }

  #passOn(request: IncomingMessage, response: ServerResponse): void {
    const target = new URL(request.url ?? '/', this.#backend);
    const passed = ask(
      target,
      { method: request.method, headers: { ...request.headers, host: target.host } },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }
}
