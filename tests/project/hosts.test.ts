import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { asDoor, doors, sharedDoor, stickerDoor } from '../../.config/door-page.ts';
import { finishHeaders, nginxConfig, vercelConfig, withPolicy } from '../../.config/hosts.ts';
import { headersFor, parseHostHeaders } from '../../supabase/local/host-headers.ts';

const root = join(import.meta.dirname, '../..');
const source = readFileSync(join(root, 'public/_headers'), 'utf8');
const page = readFileSync(join(root, 'index.html'), 'utf8');
const headers = finishHeaders(source, () => page, 'https://abc.supabase.co/');

type HeaderMap = Record<string, string>;
const headerMap = (entries: Iterable<readonly [string, string]>): HeaderMap =>
  Object.fromEntries(Array.from(entries, ([name, value]) => [name.toLowerCase(), value] as const));

/** The locations of nginx.conf that serve files. */
const locationCount = 9;

const vercelSchema = v.object({
  headers: v.array(
    v.object({ source: v.string(), headers: v.array(v.object({ key: v.string(), value: v.string() })) }),
  ),
  redirects: v.array(v.object({ source: v.string(), destination: v.string(), permanent: v.boolean() })),
  rewrites: v.array(v.object({ source: v.string(), destination: v.string() })),
});
const vercel = v.parse(vercelSchema, JSON.parse(vercelConfig(headers)));

/** The headers of Vercel: every matching rule applies, and the last one wins. */
const fromVercel = (path: string) =>
  headerMap(
    vercel.headers
      .filter((rule) => new RegExp(`^${rule.source}$`, 'u').test(path))
      .flatMap((rule) => rule.headers.map(({ key, value }) => [key, value] as const)),
  );

/** The headers of nginx: those of the exact location, else of the longest prefix, and of no other location. */
function fromNginx(path: string): HeaderMap {
  const locations = Array.from(nginxConfig(headers).matchAll(/location (= |\^~ )?(\S+) \{\n([\s\S]*?)\n\}/gu));
  const matchingLocations = locations
    .filter(([, match, prefix = '']) => (match === '= ' ? path === prefix : path.startsWith(prefix)))
    .toSorted(([, , a = ''], [, , b = '']) => b.length - a.length);
  const lines = matchingLocations[0]?.[3]?.matchAll(/add_header (\S+) "([^"]*)"/gu) ?? [];
  return headerMap(Array.from(lines, ([, name = '', value = '']) => [name, value] as const));
}

describe('the headers are the same on every host', () => {
  it.each([
    '/',
    '/profile',
    '/DataEditor/sites',
    '/assets/index-a1.js',
    '/sw.js',
    '/guides/a.pdf',
    '/index.html',
    '/report',
    '/report.html',
    '/shared',
    '/shared.html',
    '/report-worker.js',
  ])('%s', (path) => {
    const expectedHeaders = headerMap(headersFor(parseHostHeaders(headers), path));
    expect(Object.keys(expectedHeaders).length).toBeGreaterThanOrEqual(6);
    expect(fromVercel(path)).toEqual(expectedHeaders);
    // the other hosts add this header by themselves
    expect(fromNginx(path)).toEqual({ 'cache-control': 'no-cache', ...expectedHeaders });
  });

  it('the answer to an unknown path has the same headers too', () => {
    expect(readFileSync(join(root, 'public/_redirects'), 'utf8')).toBe(
      '/report /report.html 200\n/shared /shared.html 200\n/* /index.html 200\n',
    );
    expect(vercel.rewrites).toEqual([
      { source: '/report', destination: '/report.html' },
      { source: '/shared', destination: '/shared.html' },
      { source: '/((?!assets/).*)', destination: '/index.html' },
    ]);
    expect(nginxConfig(headers)).toContain('try_files $uri /index.html;');
  });

  it.each(doors)('nginx has $page under its path', ({ path, page: name }) => {
    const [, location = ''] =
      new RegExp(`location = ${path} \\{([\\s\\S]*?)\\n\\}`, 'u').exec(nginxConfig(headers)) ?? [];
    expect(location).toContain(`try_files /${name} =404;`);
  });

  it('nginx does not let a missing file be cached, and knows the type of modules', () => {
    const [, assets = ''] = /location \^~ \/assets\/ \{([\s\S]*?)\n\}/u.exec(nginxConfig(headers)) ?? [];
    expect(assets).toMatch(/add_header cache-control "[^"]+";/u);
    expect(assets).toContain('text/javascript js mjs;');
    expect(assets).toContain('try_files $uri =404;');
    expect(nginxConfig(headers).match(/add_header content-security-policy "[^"]+" always;/gu)).toHaveLength(
      locationCount,
    );
  });

  it('nginx compresses in every location, and names the type of the manifest', () => {
    const locations = nginxConfig(headers)
      .split(/^location /mu)
      .filter((location) => location.includes('try_files'));
    expect(locations).toHaveLength(locationCount);
    for (const location of locations)
      expect(location).toMatch(/gzip on;\s+gzip_comp_level 6;[\s\S]*gzip_types [^;]*text\/javascript[^;]*;/u);
    expect(locations.find((location) => location.startsWith('= /manifest'))).toContain(
      'default_type application/manifest+json;',
    );
  });

  it('the files for other hosts are not published', () => {
    for (const name of ['/_headers', '/_redirects']) {
      expect(nginxConfig(headers)).toContain(`location = ${name} {\n  return 404;\n}`);
      expect(vercel.redirects).toContainEqual({ source: name, destination: '/', permanent: false });
    }
  });
});

const policyOf = (path: string) => headersFor(parseHostHeaders(headers), path).get('content-security-policy') ?? '';

describe('the content security policy', () => {
  const directives = new Map(
    policyOf('/')
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );

  it('allows nothing that is not named, and no other project', () => {
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('connect-src')).toEqual(["'self'", 'https://abc.supabase.co']);
    expect(directives.get('img-src')).toEqual(["'self'", 'blob:', 'https://abc.supabase.co']);
    expect(policyOf('/')).not.toMatch(/\*|'unsafe-|data:|http:/u);
    for (const name of ['object-src', 'base-uri', 'form-action']) expect(directives.get(name)).toEqual(["'none'"]);
  });

  it('runs texts as code nowhere, and starts workers through one policy', () => {
    expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(directives.get('trusted-types')).toEqual(['default']);
    // the files of workers are also sent with it
    expect(policyOf('/assets/report-worker-a1.js')).toBe(policyOf('/'));
  });

  it('allows an inline script of a page to that page only', () => {
    const inPage = '<script>1</script><style>a{}</style>';
    const doorHeaders = parseHostHeaders(
      finishHeaders(source, (path) => (path === '/report.html' ? inPage : ''), undefined),
    );
    const hashesAt = (path: string) =>
      headersFor(doorHeaders, path)
        .get('content-security-policy')
        ?.match(/\S+ 'self' 'sha256-\S+'/gu);
    expect(hashesAt('/report.html')).toEqual([
      "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
      expect.stringContaining("style-src 'self' 'sha256-"),
    ]);
    for (const path of ['/', '/report', '/shared']) expect(hashesAt(path)).toBeNull();
  });

  it('is also at the start of the page, except for what only a header may contain', () => {
    const [, head = ''] = /<head>([\s\S]*?)<script/u.exec(withPolicy(page, headers)) ?? [];
    const [, inPage] =
      /<meta charset="utf-8" \/>\s*<meta http-equiv="Content-Security-Policy" content="([^"]+)" \/>/u.exec(head) ?? [];
    const otherDirectives = policyOf('/')
      .split('; ')
      .filter((directive) => !directive.startsWith('frame-ancestors'));
    expect(inPage?.split('; ')).toEqual(otherDirectives);
    expect(otherDirectives).toHaveLength(directives.size - 1);
  });
});

const directivesOf = (path: string) => new Set(policyOf(path).split('; '));

const inlineScripts = (html: string) => html.match(/<script>[\s\S]*?<\/script>/gu);

describe('the pages without a login', () => {
  it.each(doors.flatMap(({ path, page: name }) => [path, `/${name}`]))(
    '%s is in no index, in no frame and sends no form',
    (path) => {
      const policyHeaders = headersFor(parseHostHeaders(headers), path);
      expect(policyHeaders.get('x-robots-tag')).toBe('noindex');
      expect(policyHeaders.get('referrer-policy')).toBe('no-referrer');
      expect(policyHeaders.get('cross-origin-opener-policy')).toBe('same-origin');
      const directives = directivesOf(path);
      for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"])
        expect(directives).toContain(directive);
      expect(directives).toContain("connect-src 'self' https://abc.supabase.co");
    },
  );

  it.each(doors)('$path may do nothing that the portal may not do', ({ path }) => {
    const portal = new Map(
      Array.from(directivesOf('/'), (directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    );
    for (const directive of directivesOf(path)) {
      const [name, ...sources] = directive.split(' ');
      if (name !== 'frame-ancestors') expect(portal.get(name)).toEqual(expect.arrayContaining(sources));
    }
    expect(policyOf(path)).not.toMatch(/\*|'unsafe-|wasm|data:|http:/u);
  });

  it('register no service worker for a link, because a shared phone stores nothing of it', () => {
    expect(policyOf(sharedDoor.path)).not.toContain('worker-src');
    expect(policyOf(stickerDoor.path)).toContain("worker-src 'self'");
  });

  it.each(doors)(
    '$path has the page of the portal with its own script, title and a single font, and the same inline scripts',
    (door) => {
      const doorPage = asDoor(page, door);
      expect(inlineScripts(doorPage)).toEqual(inlineScripts(page));
      expect(doorPage).toContain(`src="/src${door.path}.tsx"`);
      expect(doorPage).toContain('<meta name="robots" content="noindex" />');
      expect(doorPage).not.toMatch(/manifest|main\.tsx|barlow-latin-400/u);
      expect(() => asDoor(page.replace('<title>', '<title>The '), door)).toThrow('index.html has no <title>');
    },
  );
});

describe('the Trusted Types policy of the page', () => {
  const [, policySource = ''] = /createPolicy\('default', (\{[\s\S]*?\n {10}\})\);/u.exec(page) ?? [];
  const { createScriptURL, ...others } = v.parse(
    v.looseObject({ createScriptURL: v.custom<(url: string) => unknown>((value) => typeof value === 'function') }),
    runInNewContext(`(${policySource})`, {
      URL,
      location: { href: 'https://p.test/profile', origin: 'https://p.test' },
    }),
  );

  it.each<[string, boolean]>([
    ['https://p.test/assets/report-worker-a1.js', true],
    ['https://p.test/assets/pdf.worker.min-a1.mjs', true],
    ['/sw.js', true],
    ['/report-worker.js', true],
    ['https://elsewhere.test/assets/a.js', false],
    ['blob:https://p.test/0-1', false],
    ['data:text/javascript,alert(1)', false],
    ['/rest/v1/maintables', false],
    ['/storage/v1/object/sign/rfidboomgatephoto/sites/1/a.js', false],
    ['/assets/a.js?x=1.jpg#', true],
    ['/assets/photo.jpg', false],
  ])('%s: %s', (url, isAllowed) => {
    expect(createScriptURL(url)).toBe(isAllowed ? url : null);
  });

  it('turns text into neither HTML nor code', () => {
    expect(others).toEqual({});
  });
});
