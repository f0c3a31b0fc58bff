import { expect, test } from 'vitest';
import { openRawApi } from '../../supabase/operations/place/raw-api.ts';
import { leftToDo, type HostedAs } from '../support/left-to-do.ts';
import { portalOrigin, servePages } from '../support/served-pages.ts';

type Serve = (request: Request) => Response;

/** The advice of the smoke test for a host that serves pages like this. */
async function adviceOf(serve: Serve, options: Partial<HostedAs> = {}): Promise<string[]> {
  const fetchPages: typeof fetch = async (input, init) => serve(new Request(input, init));
  return leftToDo(openRawApi({ url: portalOrigin, fetch: fetchPages }), options);
}

/** Serves some paths differently from the host that is right. */
const serveDifferently =
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

const withText = (text: string) => (response: Response) => new Response(text, { headers: response.headers });
const notHere = () => new Response('not here', { status: 404 });

test('a host that serves the build with its headers needs nothing, and is sent no key', async () => {
  const sentHeaders: string[] = [];
  const advice = await adviceOf((request) => {
    sentHeaders.push(...request.headers.keys());
    return servePages(request);
  });
  expect(advice).toEqual([]);
  expect(sentHeaders).not.toContain('apikey');
});

test.each<[what: string, serve: Serve, advice: RegExp]>([
  [
    'no policy',
    serveDifferently(/^\/$/u, withHeader('content-security-policy', null)),
    /without content-security-policy: README/,
  ],
  [
    'no encryption for good',
    serveDifferently(/^\/$/u, withHeader('strict-transport-security', null)),
    /without strict-transport/,
  ],
  ['no fallback', serveDifferently(/^\/maintenance/u, notHere), /A reload of \/maintenance does not get the page/],
  [
    'a fallback that sends on to the page',
    serveDifferently(/^\/maintenance/u, (response) => Object.defineProperty(response, 'redirected', { value: true })),
    /links to screens are lost: have the host answer with index.html itself/,
  ],
  [
    'scripts without the headers of the page',
    serveDifferently(/^\/assets\/index/u, withHeader('x-content-type-options', null)),
    /\/assets\/index-a1.js comes without x-content-type-options, which the page has: README.*add_header/,
  ],
  [
    'the policy of another build',
    serveDifferently(/^\/$/u, withHeader('content-security-policy', "connect-src 'self' https://project.test")),
    /The policy of \/ is of another build, .*dist-hosts\/nginx.conf/,
  ],
  [
    'the policy of another build for a sticker’s page',
    serveDifferently(/^\/report$/u, withHeader('content-security-policy', "default-src 'none'")),
    /The policy of \/report is of another build/,
  ],
  [
    'a page whose source is shown',
    serveDifferently(/^\/$/u, withHeader('content-type', 'text/plain')),
    /The page comes as text\/plain, so browsers show its source: .*mime.types/,
  ],
  [
    'half an upload',
    serveDifferently(/^\/assets\/late-a1/u, notHere),
    /2 of 14 files are missing, such as assets\/late-a1.css. Publish all of dist again, from one build/,
  ],
  [
    'the page in place of a file of the release',
    serveDifferently(/^\/guides\//u, withHeader('content-type', 'text/html')),
    /1 of 14 files is missing: guides\/a.pdf\. Publish/,
  ],
  [
    'a file that is cut off',
    serveDifferently(/^\/assets\/late-a1\.js/u, withText('let late=0;')),
    /assets\/late-a1.js is cut off: 11 of 44,000 bytes\. Publish all of dist again, from one build/,
  ],
  [
    'a file that is empty',
    serveDifferently(/^\/report-worker\.js/u, withText('')),
    /report-worker.js is empty: 0 of 1 byte\. Publish/,
  ],
  [
    'a file of another release',
    serveDifferently(/^\/sw\.js/u, withText('self.addEventListener(`fetch`,()=>void 0)'.repeat(100))),
    /sw.js is of another release\. Publish all of dist again, .* change nothing in it/,
  ],
  [
    'a release without its list',
    serveDifferently(/^\/files\.txt/u, notHere),
    /files.txt, which lists the files of the release, is not there\. Publish all of dist again/,
  ],
  [
    'modules without their type',
    serveDifferently(/\.mjs$/u, withHeader('content-type', 'application/octet-stream')),
    /worker-a1.mjs comes as application\/octet-stream, so browsers refuse it: send it as text\/javascript/,
  ],
  [
    'the portal in place of the page of a sticker',
    serveDifferently(/^\/report$/u, withText('<!doctype html>')),
    /\/report is not the page of the stickers: README/,
  ],
  [
    'a sticker’s page that search engines list',
    serveDifferently(/^\/report$/u, withHeader('x-robots-tag', null)),
    /\/report comes without x-robots-tag/,
  ],
  [
    'the portal in place of the page of a link',
    serveDifferently(/^\/shared$/u, withText('<!doctype html>')),
    /\/shared is not the page of links to visits: README/,
  ],
  [
    'no worker, but the page in its place',
    serveDifferently(/^\/sw\.js/u, withHeader('content-type', 'text/html')),
    /sw.js is not a script/,
  ],
  [
    'a worker without its type',
    serveDifferently(/^\/sw\.js/u, withHeader('content-type', 'text/plain')),
    /sw.js comes as text\/plain, .*mime.types/,
  ],
  [
    'the worker of a sticker’s page that may be cached',
    serveDifferently(/^\/report-worker\.js/u, withHeader('cache-control', 'max-age=600')),
    /report-worker.js may be cached/,
  ],
  [
    'a worker that may be cached',
    serveDifferently(/^\/sw\.js/u, withHeader('cache-control', 'max-age=600')),
    /late or never/,
  ],
  [
    'a page that is cached',
    serveDifferently(/^\/$/u, withHeader('cache-control', 'max-age=600')),
    /asks for files of an old/,
  ],
  [
    'a page that browsers keep as long as they like',
    serveDifferently(/^\/shared$/u, withHeader('cache-control', null)),
    /The page \/shared comes without cache-control, so browsers guess/,
  ],
  [
    'files that are not cached',
    serveDifferently(/^\/assets\/index/u, withHeader('cache-control', null)),
    /again and again/,
  ],
  [
    'the page in place of a missing file',
    serveDifferently(
      /^\/assets\/no-such/u,
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    ),
    /missing file of \/assets\/ must answer 404/,
  ],
  [
    'no compression',
    serveDifferently(/^\/assets\/index/u, withHeader('content-encoding', null)),
    /three times as large/,
  ],
  [
    'fonts that are compressed again',
    serveDifferently(/\.woff2$/u, withHeader('content-encoding', 'gzip')),
    /Fonts are compressed a second time/,
  ],
  [
    'a manifest without its type',
    serveDifferently(/manifest/u, withHeader('content-type', 'application/octet-stream')),
    /cannot be installed/,
  ],
  [
    'its configuration',
    serveDifferently(/^\/(?:nginx\.conf|_headers)$/u, withHeader('content-type', 'application/octet-stream')),
    /Everybody can read _headers, nginx.conf/,
  ],
  [
    'the source',
    serveDifferently(/\.map$/u, () => new Response('{}', { headers: { 'content-type': 'application/json' } })),
    /Everybody can read assets\/index-a1.js.map, dist-maps\/index-a1.js.map: publish the content of dist alone/,
  ],
])('%s is named, alone', async (_, serve, advice) => {
  const foundAdvice = await adviceOf(serve);
  expect(foundAdvice).toEqual([expect.stringMatching(advice)]);
});

test('pages for another project, or with the key of another project, are named', async () => {
  expect(await adviceOf(servePages, { project: 'https://other.test' })).toEqual([
    expect.stringMatching(/talk to 'self' https:\/\/project.test: set VITE_SUPABASE_URL to https:\/\/other.test/),
  ]);
  expect(await adviceOf(servePages, { projectKey: 'sb_publishable_x' })).toEqual([
    expect.stringMatching(/a key that this project refuses: set VITE_SUPABASE_ANON_KEY in .env/),
  ]);
});

test('a portal without encryption is named, except on this machine', async () => {
  expect(await adviceOf(servePages, { origin: 'http://portal.test' })).toEqual([
    expect.stringMatching(/travel in the clear, .*serve the portal by https/),
  ]);
  expect(await adviceOf(servePages, { origin: 'http://localhost:8080' })).toEqual([]);
});

test('a host that does not answer is named once', async () => {
  const advice = await adviceOf(() => {
    throw new TypeError('fetch failed', { cause: new Error('redirect count exceeded') });
  });
  expect(advice).toEqual([
    expect.stringMatching(/Nothing answers at https:\/\/portal.test \(redirect count exceeded\): .*certificate/),
  ]);
});

test('a host that serves another page is named once', async () => {
  expect(await adviceOf(() => new Response('It works!'))).toEqual([
    expect.stringContaining(
      'This is not the portal’s page: publish the content of dist at this origin. It answered 200',
    ),
  ]);
  // nginx does not find the fallback page either
  expect(await adviceOf(() => new Response('', { status: 500 }))).toEqual([
    expect.stringMatching(/at this origin, where the user of the host .* may read it, .* It answered 500/),
  ]);
});
