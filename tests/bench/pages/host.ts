import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { apiListener } from '../../../supabase/local/api-listener.ts';
import { headersFor, parseHostHeaders } from '../../../supabase/local/host-headers.ts';
import { closeServer, openServer } from '../../support/local-server.ts';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const compressible = /^(text\/|application\/(json|wasm)|image\/svg)/u;
const compress = promisify(brotliCompress);

/** Level 5, as hosts compress on the fly; files compressed in advance at the highest level would be smaller still. */
async function withBrotli(response: Response): Promise<Response> {
  if (!response.body || !compressible.test(response.headers.get('content-type') ?? '')) return response;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const body = await compress(await response.arrayBuffer(), { params });
  const headers = new Headers(response.headers);
  headers.set('content-encoding', 'br');
  headers.set('content-length', String(body.length));
  return new Response(new Uint8Array(body), { status: response.status, headers });
}

/** A host as the README asks for: Brotli, the headers in `_headers`, and `index.html` for a path without a file, `report.html` for a sticker’s. */
export class Host {
  /** Such as `http://localhost:4000`; known once it is open. */
  url = '';
  readonly #server = createServer();

  /**
   * @param folder the built page.
   * @param api answers the paths below `/rest` and `/storage`.
   */
  async open(folder: string, api?: typeof fetch): Promise<void> {
    const rules = parseHostHeaders(await readFile(join(folder, '_headers'), 'utf8'));
    const file = async (path: string) => {
      const content = await readFile(join(folder, path));
      return new Response(new Uint8Array(content), {
        headers: { 'content-type': types[extname(path)] ?? 'application/octet-stream' },
      });
    };
    const listen = await apiListener(async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (api && /^\/(?:rest|storage)\/v1\//u.test(pathname)) return withBrotli(await api(request));
      const path = pathname === '/report' ? '/report.html' : normalize(pathname);
      const response = await file(path).catch(() => file('index.html'));
      headersFor(rules, pathname).forEach((value, name) => response.headers.set(name, value));
      return withBrotli(response);
    });
    this.#server.on('request', (request, response) => void listen(request, response));
    this.url = await openServer(this.#server);
  }

  close(): void {
    closeServer(this.#server);
  }
}
