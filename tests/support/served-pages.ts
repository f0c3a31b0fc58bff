import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishHeaders, withPolicy } from '../../.config/hosts.ts';
import { headersFor, parseHostHeaders } from '../../supabase/local/host-headers.ts';
import { anonKey } from '../../supabase/local/hosted-defaults.ts';
import { releaseListOf } from '../../supabase/operations/smoke/release-list.ts';

export const portalOrigin = 'https://portal.test';

const source = readFileSync(join(import.meta.dirname, '../../public/_headers'), 'utf8');
// without the text of a page: these pages have no inline scripts or styles, whose hashes the headers would need
const text = finishHeaders(source, () => '', 'https://project.test');
const rules = parseHostHeaders(text);
const pageOf = (path: string, name: string) =>
  withPolicy(
    `<!doctype html><meta charset="utf-8" /><link rel="preload" href="/assets/latin-400-a1.woff2" /><script type="module" crossorigin src="/assets/${name}-a1.js"></script>`,
    text,
    path,
  );
const page = pageOf('/', 'index');
const script = 'text/javascript';
/** The files of a made-up build by their paths. Some are long, so that tests can cut them off (`release-files.test.ts`). */
const built: Readonly<Record<string, [type: string, content: string]>> = {
  '/index.html': ['text/html', page],
  '/report.html': ['text/html', pageOf('/report', 'report/report')],
  '/shared.html': ['text/html', pageOf('/shared', 'shared/shared')],
  '/sw.js': [
    script,
    `self.addEventListener('install',()=>[${Array.from({ length: 500 }, (_, index) => index).join()}])`,
  ],
  '/report-worker.js': [script, '0'],
  '/assets/index-a1.js': [script, `var key="${anonKey}"`],
  '/assets/report/report-a1.js': [script, '0'],
  '/assets/shared/shared-a1.js': [script, '0'],
  '/assets/late-a1.js': [script, 'let late=0;'.repeat(4_000)],
  '/assets/worker-a1.mjs': [script, '0'],
  '/assets/late-a1.css': ['text/css', 'a{}'],
  '/assets/latin-400-a1.woff2': ['font/woff2', 'wOF2'.repeat(5_000)],
  '/guides/a.pdf': ['application/pdf', `%PDF-1.7${' '.repeat(20_000)}%%EOF`],
  '/manifest.webmanifest': ['application/manifest+json', '{}'],
};
const list = releaseListOf(
  Object.keys(built).map((path) => path.slice(1)),
  (name) => Buffer.from(built[`/${name}`]?.[1] ?? ''),
);
const files: typeof built = { ...built, '/files.txt': ['text/plain', list] };

/** Answers a request as a host does that serves the build with the headers of the build. */
export function servePages(request: Request): Response {
  const { pathname } = new URL(request.url);
  const file = files[pathname] ?? files[`${pathname}.html`];
  if (file === undefined && pathname.startsWith('/assets/')) return new Response('not here', { status: 404 });
  const [type, content] = file ?? ['text/html', page];
  const headers = headersFor(rules, pathname);
  headers.set('content-type', type);
  // Netlify, Cloudflare and Vercel add this header by themselves.
  if (!headers.has('cache-control')) headers.set('cache-control', 'public, max-age=0, must-revalidate');
  if (type === script) headers.set('content-encoding', 'br');
  return new Response(content, { headers });
}
