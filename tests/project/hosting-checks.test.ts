import { expect, test } from 'vitest';
import { openRawApi } from '../../supabase/operations/place/raw-api.ts';
import { hostingChecks } from '../../supabase/operations/smoke/hosting-checks.ts';
import type { SmokeRun } from '../../supabase/operations/smoke/smoke-check.ts';
import { portalOrigin, servePages } from '../support/served-pages.ts';

type Serve = (request: Request) => Response;

/** What is left to do, as smoke says it, where the host serves like this. */
async function toDo(serve: Serve, project = 'https://project.test'): Promise<string[]> {
  const fetchPages: typeof fetch = (input, init) => Promise.resolve(serve(new Request(input, init)));
  const run: SmokeRun = {
    name: 'the project',
    url: new URL(project),
    ask: () => Promise.reject(new Error('only the host of the pages is asked')),
    close: () => Promise.resolve(),
    anonKey: 'sb_publishable_x',
    adminKey: 'A',
    clientKey: undefined,
    origin: portalOrigin,
    askHost: openRawApi({ url: portalOrigin, fetch: fetchPages }),
    opened: [],
  };
  const outcomes = await Promise.all(
    hostingChecks.map(async ({ name, check }) => ({ name, outcome: await check(run) })),
  );
  return outcomes.flatMap(({ name, outcome }) => ('advice' in outcome ? [`${name}: ${outcome.advice}`] : []));
}

/** Serves some paths otherwise. */
const otherwise =
  (path: RegExp, change: (response: Response) => Response): Serve =>
  (request) => {
    const response = servePages(request);
    return path.test(new URL(request.url).pathname) ? change(response) : response;
  };
const withHeader = (name: string, value: string | null) => (response: Response) => {
  const headers = new Headers(response.headers);
  if (value === null) headers.delete(name);
  else headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
};

test('a host that serves the build as it says has nothing left to do, and is sent no key', async () => {
  const sent: string[] = [];
  const left = await toDo((request) => {
    sent.push(...request.headers.keys());
    return servePages(request);
  });
  expect(left).toEqual([]);
  expect(sent).not.toContain('apikey');
});

test.each<[what: string, serve: Serve, advice: RegExp]>([
  [
    'no policy',
    otherwise(/^\/$/u, withHeader('content-security-policy', null)),
    /without content-security-policy: README/,
  ],
  [
    'no encryption for good',
    otherwise(/^\/$/u, withHeader('strict-transport-security', null)),
    /without strict-transport/,
  ],
  [
    'no fallback',
    otherwise(/^\/maintenance/u, () => new Response('not here', { status: 404 })),
    /A reload of \/maintenance does not get the page/,
  ],
  [
    'the portal in place of the page of a sticker',
    otherwise(/^\/report$/u, () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
    /\/report is not the page of the stickers: README/,
  ],
  [
    'a sticker’s page that search engines list',
    otherwise(/^\/report$/u, withHeader('x-robots-tag', null)),
    /\/report comes without x-robots-tag/,
  ],
  [
    'the portal in place of the page of a link',
    otherwise(/^\/shared$/u, () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
    /\/shared is not the page of links to visits: README/,
  ],
  [
    'no worker, but the page in its place',
    otherwise(/^\/sw\.js/u, withHeader('content-type', 'text/html')),
    /sw.js is not a script/,
  ],
  [
    'the worker of a sticker’s page that may be cached',
    otherwise(/^\/report-worker\.js/u, withHeader('cache-control', 'max-age=600')),
    /report-worker.js may be cached/,
  ],
  ['a worker that may be cached', otherwise(/^\/sw\.js/u, withHeader('cache-control', 'max-age=600')), /late or never/],
  ['a page that is cached', otherwise(/^\/$/u, withHeader('cache-control', 'max-age=600')), /asks for files of an old/],
  ['files that are not cached', otherwise(/^\/assets\/index/u, withHeader('cache-control', null)), /again and again/],
  [
    'the page in place of a missing file',
    otherwise(
      /^\/assets\/no-such/u,
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    ),
    /missing file of \/assets\/ must answer 404/,
  ],
  ['no compression', otherwise(/^\/assets\/index/u, withHeader('content-encoding', null)), /three times as large/],
  [
    'a manifest without its type',
    otherwise(/manifest/u, withHeader('content-type', 'application/octet-stream')),
    /cannot be installed/,
  ],
  [
    'its configuration',
    otherwise(/^\/(?:nginx\.conf|_headers)$/u, withHeader('content-type', 'application/octet-stream')),
    /Everybody can read _headers, nginx.conf/,
  ],
])('%s is named, alone', async (_, serve, advice) => {
  const left = await toDo(serve);
  expect(left).toEqual([expect.stringMatching(advice)]);
});

test('pages for another project, or another page, are named', async () => {
  expect(await toDo(servePages, 'https://other.test')).toEqual([
    expect.stringMatching(/talk to 'self' https:\/\/project.test: set VITE_SUPABASE_URL to https:\/\/other.test/),
  ]);
  const left = await toDo(() => new Response('It works!'));
  expect(left).toHaveLength(hostingChecks.length);
  expect(left[0]).toContain('This is not the portal’s page: publish the content of dist');
});
