import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { headersFor, parseHostHeaders } from '../supabase/local/host-headers.ts';
import { doors } from './door-page.ts';

// Makes the configuration files of hosts from the headers in `public/_headers`.

const policyName = 'content-security-policy';
/** A part of the policy that browsers accept only in a header, not in the page. */
const headerOnly = /\s*frame-ancestors [^;]+;?/u;

/** The path patterns of a `_headers` file, in order. */
const patternsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('/'));

/** The hashes of the inline scripts or styles of a page, for its policy. */
function hashesOf(page: string, tag: 'script' | 'style'): string {
  const inline = page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gsu'));
  return Array.from(inline, ([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(
    '',
  );
}

/**
 * Completes the headers of `public/_headers` with facts of the build: the URL of the project, in place of all hosted projects, and the hashes
 * of the inline scripts and styles of each page.
 * @param pageAt returns the built page at a path
 * @param projectUrl undefined when the backend is served from the same origin as the page.
 */
export function finishHeaders(text: string, pageAt: (path: string) => string, projectUrl: string | undefined): string {
  const projectOrigin = projectUrl && URL.canParse(projectUrl) ? ` ${new URL(projectUrl).origin}` : '';
  const rules = text.replaceAll(' https://*.supabase.co', projectOrigin).split(/^(?=\/)/mu);
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
 * Puts the policy of these headers into a page, for hosts that do not send the headers.
 * @param path of the page
 */
export function withPolicy(page: string, headers: string, path = '/'): string {
  const policy = headersFor(parseHostHeaders(headers), path).get(policyName) ?? '';
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.replace(headerOnly, '').replace(/;$/u, '')}" />`;
  // before everything to which it applies
  return page.replace(/<meta charset="[^"]+" \/>/u, `$&\n    ${meta}`);
}

/** The files that Netlify and Cloudflare read from the published folder and do not publish. Other hosts must not publish them either. */
const hostFiles = ['/_headers', '/_redirects'];

/** The content of `vercel.json` for Vercel, which is to be put into the published folder. */
export function vercelConfig(text: string): string {
  const rules = parseHostHeaders(text);
  const headers = patternsOf(text).map((pattern, index) => ({
    source: pattern.replace('*', '(.*)'),
    headers: rules[index]?.headers.map(([key, value]) => ({ key, value })) ?? [],
  }));
  // redirects count before existing files
  const redirects = hostFiles.map((source) => ({ source, destination: '/', permanent: false }));
  const rewrites = [
    ...doors.map(({ path, page }) => ({ source: path, destination: `/${page}` })),
    // existing files count before rewrites; a missing asset of an old release must not be answered with a page that is cached for a year
    { source: '/((?!assets/).*)', destination: '/index.html' },
  ];
  return `${JSON.stringify({ headers, redirects, rewrites }, null, 2)}\n`;
}

/** The media types of the files in `assets`: older versions of nginx do not know modules, WebAssembly and these fonts. */
const assetTypes = [
  'text/css css;',
  'text/javascript js mjs;',
  'application/wasm wasm;',
  'font/woff woff;',
  'font/woff2 woff2;',
  'font/ttf ttf;',
].join(' ');

/** The media types to compress, besides HTML, which nginx always compresses. Pictures, fonts and PDFs are compressed already. */
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

/** The page without a login at this path, with or without the ending of the file. */
const doorAt = (path: string) => doors.find((door) => [door.path, `/${door.page}`].includes(path));

/** The file that nginx looks for at a path. */
function fileOf(path: string): string {
  const door = doorAt(path);
  return door ? `/${door.page}` : '$uri';
}

/**
 * The content of a file for nginx, to be included in a `server` whose `root` is the published folder. A `location` with headers of its own
 * inherits none, so each has all headers. Each also has the settings of the compression, because nginx does not start if the `server` has
 * them, too.
 */
export function nginxConfig(text: string): string {
  const rules = parseHostHeaders(text);
  const location = (match: string, path: string, answer: string) => {
    const headers = headersFor(rules, path);
    // without this header browsers guess how long a page is fresh
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache');
    const lines = [
      // not `always` for `cache-control`, because the answer to a missing file must not be cached
      ...Array.from(
        headers,
        ([name, value]) => `add_header ${name} "${value}"${name === 'cache-control' ? '' : ' always'};`,
      ),
      'gzip on;',
      // with the default level 1, a sixth more bytes are sent
      'gzip_comp_level 6;',
      'gzip_vary on;',
      'gzip_proxied any;',
      'gzip_min_length 1024;',
      `gzip_types ${compressible.join(' ')};`,
      answer,
    ];
    return `location ${match} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;
  };
  const specificPatterns = patternsOf(text).filter((pattern) => pattern !== '/*');
  return [
    location('/', '/', 'try_files $uri /index.html;'),
    ...specificPatterns.map((pattern) =>
      pattern.endsWith('*')
        ? location(
            `^~ ${pattern.slice(0, -1)}`,
            // any path that the pattern matches
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
 * Writes the headers of `public/_headers` in the format of each host, and the policy into each page. The files for Vercel and nginx are
 * written beside the published folder, because other hosts would publish them.
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
        const hostsFolder = `${dir}-hosts`;
        mkdirSync(hostsFolder, { recursive: true });
        writeFileSync(join(hostsFolder, 'vercel.json'), vercelConfig(headers));
        writeFileSync(join(hostsFolder, 'nginx.conf'), nginxConfig(headers));
      },
    },
  };
}
