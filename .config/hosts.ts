import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { headersFor, parseHostHeaders } from '../supabase/local/host-headers.ts';
import { doors } from './door-page.ts';

const policyName = 'content-security-policy';
/** Browsers accept this in a header only. */
const headerOnly = /\s*frame-ancestors [^;]+;?/u;

/** The path patterns of a `_headers` file, in order. */
const patternsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('/'));

/** The hashes of what stands in a page itself, for its policy. */
function hashesOf(page: string, tag: 'script' | 'style'): string {
  const inline = page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gsu'));
  return Array.from(inline, ([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(
    '',
  );
}

/**
 * Adds what `public/_headers` cannot know: the one project that the pages talk to, where it allows any hosted one, and
 * the hashes of the inline scripts and styles of each page.
 * @param pageAt the page at a path, as built
 * @param projectUrl undefined when the backend is served with the page.
 */
export function finishHeaders(text: string, pageAt: (path: string) => string, projectUrl: string | undefined): string {
  const allowed = projectUrl && URL.canParse(projectUrl) ? ` ${new URL(projectUrl).origin}` : '';
  const rules = text.replaceAll(' https://*.supabase.co', allowed).split(/^(?=\/)/mu);
  return rules
    .map((rule) => {
      const page = pageAt(patternsOf(rule)[0] ?? '');
      return rule
        .replace("script-src 'self'", `$&${hashesOf(page, 'script')}`)
        .replace("style-src 'self'", `$&${hashesOf(page, 'style')}`);
    })
    .join('');
}

/**
 * Puts the policy of these headers into a page, as a second line of defence for hosts that send none.
 * @param path of the page
 */
export function withPolicy(page: string, headers: string, path = '/'): string {
  const policy = headersFor(parseHostHeaders(headers), path).get(policyName) ?? '';
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.replace(headerOnly, '').replace(/;$/u, '')}" />`;
  // before everything it applies to
  return page.replace(/<meta charset="[^"]+" \/>/u, `$&\n    ${meta}`);
}

/** What Netlify and Cloudflare read from the published folder, and do not publish. Other hosts must not either. */
const hostFiles = ['/_headers', '/_redirects'];

/** For Vercel: the `vercel.json` to be put into the published folder. */
export function vercelConfig(text: string): string {
  const rules = parseHostHeaders(text);
  const headers = patternsOf(text).map((pattern, place) => ({
    source: pattern.replace('*', '(.*)'),
    headers: rules[place]?.headers.map(([key, value]) => ({ key, value })) ?? [],
  }));
  // these come before existing files
  const redirects = hostFiles.map((source) => ({ source, destination: '/', permanent: false }));
  const rewrites = [
    ...doors.map(({ path, page }) => ({ source: path, destination: `/${page}` })),
    // existing files come first; a missing asset of an old release must not become a page cached for a year
    { source: '/((?!assets/).*)', destination: '/index.html' },
  ];
  return `${JSON.stringify({ headers, redirects, rewrites }, null, 2)}\n`;
}

/** The kinds of files in `assets`: the list of an older nginx has neither modules, nor WebAssembly, nor these fonts. */
const assetTypes = [
  'text/css css;',
  'text/javascript js mjs;',
  'application/wasm wasm;',
  'font/woff woff;',
  'font/woff2 woff2;',
  'font/ttf ttf;',
].join(' ');

/** What shrinks; pictures, fonts and PDFs are compressed already. HTML is always included. */
const compressible = [
  'text/css',
  'text/javascript',
  'text/plain',
  'application/javascript',
  'application/json',
  'application/manifest+json',
  'application/wasm',
  'image/svg+xml',
];

/** The page without a login at a path, or under its name. */
const doorAt = (path: string) => doors.find((each) => [each.path, `/${each.page}`].includes(path));

/** What nginx looks for at a path. */
function fileOf(path: string): string {
  const door = doorAt(path);
  return door ? `/${door.page}` : '$uri';
}

/**
 * For nginx: to be included in a `server` whose `root` is the published folder. A `location` with headers of its own
 * inherits none, so each repeats all. Compression stands in each, as a `server` that names it twice does not start.
 */
export function nginxConfig(text: string): string {
  const rules = parseHostHeaders(text);
  const location = (match: string, path: string, answer: string) => {
    const headers = headersFor(rules, path);
    // without it browsers guess how long a page is fresh
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache');
    const lines = [
      // a missing file must not be cached
      ...Array.from(
        headers,
        ([name, value]) => `add_header ${name} "${value}"${name === 'cache-control' ? '' : ' always'};`,
      ),
      'gzip on;',
      // its own 1 sends a sixth more
      'gzip_comp_level 6;',
      'gzip_vary on;',
      'gzip_proxied any;',
      'gzip_min_length 1024;',
      `gzip_types ${compressible.join(' ')};`,
      answer,
    ];
    return `location ${match} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;
  };
  const own = patternsOf(text).filter((pattern) => pattern !== '/*');
  return [
    location('/', '/', 'try_files $uri /index.html;'),
    ...own.map((pattern) =>
      pattern.endsWith('*')
        ? location(
            `^~ ${pattern.slice(0, -1)}`,
            pattern.replace('*', 'x'),
            `types { ${assetTypes} }\n  try_files $uri =404;`,
          )
        : location(`= ${pattern}`, pattern, `try_files ${fileOf(pattern)} =404;`),
    ),
    location(
      '= /manifest.webmanifest',
      '/manifest.webmanifest',
      'types { }\n  default_type application/manifest+json;\n  try_files $uri =404;',
    ),
    ...hostFiles.map((name) => `location = ${name} {\n  return 404;\n}\n`),
  ].join('\n');
}

/**
 * Writes the headers in each host's format, and the policy into the page. `public/_headers` is their source. What only some
 * hosts read stands beside the published folder, as the others would publish it.
 */
export function hosts(projectUrl: string | undefined): Plugin {
  return {
    name: 'hosts',
    apply: 'build',
    writeBundle: {
      // after the pages without a login
      sequential: true,
      handler({ dir = '' }) {
        const file = (name: string) => join(dir, name);
        const read = (name: string) => readFileSync(file(name), 'utf8');
        const headers = finishHeaders(read('_headers'), (path) => read(doorAt(path)?.page ?? 'index.html'), projectUrl);
        writeFileSync(file('_headers'), headers);
        for (const { page, path } of [{ page: 'index.html', path: '/' }, ...doors])
          writeFileSync(file(page), withPolicy(read(page), headers, path));
        const beside = `${dir}-hosts`;
        mkdirSync(beside, { recursive: true });
        writeFileSync(join(beside, 'vercel.json'), vercelConfig(headers));
        writeFileSync(join(beside, 'nginx.conf'), nginxConfig(headers));
      },
    },
  };
}
