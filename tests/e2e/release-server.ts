import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { headersFor, parseHostHeaders } from '../../supabase/local/host-headers.ts';
import { closeServer, openServer } from '../support/local-server.ts';

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

/** Matches a name with the hash of its content: `Sites-D1cNa9_x.js`. Six characters of the hash stay, the release replaces the last two. */
const hashedName = /([\w.-]+-)([\w-]{6})[\w-]{2}(\.(?:m?js|css))\b/gu;

/**
 * The names of code that names other code. Its content, and so its name, changes with any change of that code. The names of other
 * code stay.
 */
function changingNames(): ReadonlySet<string> {
  const names = readdirSync(join(folder, 'assets')).filter((name) => /\.(?:m?js|css)$/u.test(name));
  const textOf = (name: string) => readFileSync(join(folder, 'assets', name), 'utf8');
  return new Set(names.filter((name) => names.some((other) => other !== name && textOf(name).includes(other))));
}

/** Who answers instead of the host. */
type Stranger = 'a gateway' | 'the page of a network';

/** A host of the built portal that can publish other releases, lose its connection, and replace its service worker. */
export class ReleaseServer {
  #release = 1;
  #isAway = false;
  #worker: Buffer | null = null;
  #stranger: Stranger | null = null;
  /** Requests for files with such names wait. */
  #withheld: RegExp | null = null;
  readonly #changing = changingNames();
  readonly #server = createServer((request, response) => this.#answer(request, response));

  readonly #backend: string;

  /** @param backend the origin of the API, such as `http://localhost:4173` */
  constructor(backend: string) {
    this.#backend = backend;
  }

  async start(): Promise<string> {
    return openServer(this.#server);
  }

  /** Publishes the same portal with other names of code, as any change causes. The files of the previous release are removed. */
  publishNext(): void {
    this.#release += 1;
  }

  /** The path of the first script of a release's page. */
  entryOf(release: number): string {
    const [, entry = ''] = / src="(\/assets\/[^"]+)"/u.exec(this.#textOf('index.html', release)) ?? [];
    return entry;
  }

  /** Lets a gateway or a network answer all requests, or the host again (null). */
  answerAs(stranger: Stranger | null): void {
    this.#stranger = stranger;
  }

  /** Holds requests for some files until the connection is lost. */
  withhold(names: RegExp | null): void {
    this.#withheld = names;
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

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isAway) {
      request.socket.destroy();
      return;
    }
    const { pathname } = new URL(request.url ?? '/', this.#backend);
    if (this.#stranger) {
      const status = this.#stranger === 'a gateway' ? 503 : 200;
      response.writeHead(status, { 'content-type': 'text/html' }).end('<form>Log in to the network</form>');
      return;
    }
    if (this.#withheld?.test(pathname)) return;
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
    const name = /^\/(?:report|shared)$/u.test(pathname)
      ? `${pathname.slice(1)}.html`
      : decodeURIComponent(pathname.slice(1)) || 'index.html';
    if (name === 'sw.js' && this.#worker) return { type: 'text/javascript', body: this.#worker };
    const type = types[extname(name)] ?? 'application/octet-stream';
    const content = this.#read(name);
    if (content !== null) return { type, body: content };
    // many hosts answer with the start page if a file is missing
    const page = this.#read('index.html');
    return page === null ? null : { type: 'text/html; charset=utf-8', body: page };
  }

  #read(name: string): Buffer | string | null {
    const builtName = name.startsWith('assets/') ? this.#builtName(name) : name;
    try {
      if (isText(types[extname(name)] ?? '')) return this.#textOf(builtName, this.#release);
      return readFileSync(join(folder, builtName));
    } catch {
      return null;
    }
  }

  /** The name in the build of a file of this release; a file of another release gets a name that does not exist. */
  #builtName(name: string): string {
    const originalName = Array.from(this.#changing).find(
      (original) => `assets/${this.#renamed(original, this.#release)}` === name,
    );
    if (originalName !== undefined) return `assets/${originalName}`;
    return this.#changing.has(name.slice('assets/'.length)) ? '' : name;
  }

  /** Replaces the hashed names in a text by those of a release. */
  #renamed(text: string, release: number): string {
    return text.replaceAll(hashedName, (name: string, stem: string, hash: string, extension: string) =>
      release > 1 && this.#changing.has(name) ? `${stem}${hash}_${release}${extension}` : name,
    );
  }

  #textOf(name: string, release: number): string {
    const text = this.#renamed(readFileSync(join(folder, name), 'utf8'), release);
    // a build is recognized by its version
    return name === 'sw.js' && release > 1 ? text.replace(/(version:`)\w+/u, `$1release${release}`) : text;
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
