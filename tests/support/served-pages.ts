import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishHeaders } from '../../.config/hosts.ts';
import { headersFor, parseHostHeaders } from '../../supabase/local/host-headers.ts';

export const portalOrigin = 'https://portal.test';

const text = readFileSync(join(import.meta.dirname, '../../public/_headers'), 'utf8');
const rules = parseHostHeaders(finishHeaders(text, () => '', 'https://project.test'));
const page = '<!doctype html><script type="module" crossorigin src="/assets/index-a1.js"></script>';
const door = (name: string) =>
  `<!doctype html><script type="module" crossorigin src="/assets/${name}/${name}-a1.js"></script>`;
const files: Readonly<Record<string, [type: string, content: string]>> = {
  '/sw.js': ['text/javascript', '0'],
  '/report-worker.js': ['text/javascript', '0'],
  '/report': ['text/html', door('report')],
  '/shared': ['text/html', door('shared')],
  '/assets/index-a1.js': ['text/javascript', '0'],
  '/manifest.webmanifest': ['application/manifest+json', '{}'],
};

/** Answers as a host that serves the build by its own headers. */
export function servePages(request: Request): Response {
  const { pathname } = new URL(request.url);
  const file = files[pathname];
  if (file === undefined && pathname.startsWith('/assets/')) return new Response('not here', { status: 404 });
  const [type, content] = file ?? ['text/html', page];
  const headers = headersFor(rules, pathname);
  headers.set('content-type', type);
  if (type === 'text/javascript') headers.set('content-encoding', 'br');
  return new Response(content, { headers });
}
