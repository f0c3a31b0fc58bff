import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { headersFor, parseHostHeaders } from '../supabase/local/host-headers.ts';

const policyName = 'content-security-policy';
/** Browsers accept this in a header only. */
const headerOnly = /\s*frame-ancestors [^;]+;?/u;

/** The path patterns of a `_headers` file, in order. */
const patternsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('/'));

/**
 * Adds what `public/_headers` cannot know: the one project that the pages talk to, where it allows any hosted one, and
 * the hashes of the page's inline scripts.
 * @param page `index.html` as built.
 * @param projectUrl undefined when the backend is served with the page.
 */
export function finishHeaders(text: string, page: string, projectUrl: string | undefined): string {
  const allowed = projectUrl && URL.canParse(projectUrl) ? ` ${new URL(projectUrl).origin}` : '';
  const hashes = Array.from(
    page.matchAll(/<script>(.*?)<\/script>/gsu),
    ([, script = '']) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return text.replaceAll(' https://*.supabase.co', allowed).replace("script-src 'self'", `$&${hashes.join('')}`);
}

/** Puts the policy of these headers into the page, as a second line of defence for hosts that send none. */
export function withPolicy(page: string, headers: string): string {
  const policy = headersFor(parseHostHeaders(headers), '/').get(policyName) ?? '';
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.replace(headerOnly, '').replace(/;$/u, '')}" />`;
  // before everything it applies to
  return page.replace(/<meta charset="[^"]+" \/>/u, `$&\n    ${meta}`);
}

/** For Vercel: the `vercel.json` of the published folder. */
export function vercelConfig(text: string): string {
  const rules = parseHostHeaders(text);
  const headers = patternsOf(text).map((pattern, place) => ({
    source: pattern.replace('*', '(.*)'),
    headers: rules[place]?.headers.map(([key, value]) => ({ key, value })) ?? [],
  }));
  // existing files come first; a missing asset of an old release must not become a page cached for a year
  const rewrites = [{ source: '/((?!assets/).*)', destination: '/index.html' }];
  return `${JSON.stringify({ headers, rewrites }, null, 2)}\n`;
}

/**
 * For nginx: to be included in a `server` whose `root` is the published folder. A `location` with headers of its own
 * inherits none, so each repeats all.
 */
export function nginxConfig(text: string): string {
  const rules = parseHostHeaders(text);
  const place = (match: string, path: string, answer: string) => {
    // a missing file must not be cached
    const lines = Array.from(
      headersFor(rules, path),
      ([name, value]) => `  add_header ${name} "${value}"${name === 'cache-control' ? '' : ' always'};`,
    );
    return `location ${match} {\n${[...lines, `  ${answer}`].join('\n')}\n}\n`;
  };
  const own = patternsOf(text).filter((pattern) => pattern !== '/*');
  return [
    place('/', '/', 'try_files $uri /index.html;'),
    ...own.map((pattern) =>
      pattern.endsWith('*')
        ? place(
            `^~ ${pattern.slice(0, -1)}`,
            pattern.replace('*', 'x'),
            'include mime.types;\n  types { text/javascript mjs; }\n  try_files $uri =404;',
          )
        : place(`= ${pattern}`, pattern, 'try_files $uri =404;'),
    ),
  ].join('\n');
}

/** Writes the headers in each host's format, and the policy into the page. `public/_headers` is their source. */
export function hosts(projectUrl: string | undefined): Plugin {
  return {
    name: 'hosts',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const file = (name: string) => join(dir, name);
      const page = readFileSync(file('index.html'), 'utf8');
      const headers = finishHeaders(readFileSync(file('_headers'), 'utf8'), page, projectUrl);
      writeFileSync(file('_headers'), headers);
      writeFileSync(file('index.html'), withPolicy(page, headers));
      writeFileSync(file('vercel.json'), vercelConfig(headers));
      writeFileSync(file('nginx.conf'), nginxConfig(headers));
    },
  };
}
