import { describe, expect, it } from 'vitest';
import {
  responseFrom,
  requestedRange,
  isWholeFile,
  readFile,
  sourceOf,
  type FileResponse,
  type RequestFacts,
} from '../../src/service-worker/request-source.ts';

describe('a range in a file of 10 bytes', () => {
  it.each([
    ['bytes=0-3', { first: 0, last: 3 }],
    ['bytes=4-', { first: 4, last: 9 }],
    ['bytes=9-9', { first: 9, last: 9 }],
    ['bytes=5-100', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-30', { first: 0, last: 9 }],
    ['bytes=10-', 'beyond'],
    ['bytes=10-12', 'beyond'],
    ['bytes=-0', 'beyond'],
    // answered with the whole file
    ['bytes=0-1,4-5', null],
    ['bytes=5-2', null],
    ['bytes=-', null],
    ['lines=0-3', null],
    [null, null],
  ])('%s', (range, part) => {
    expect(requestedRange(range, 10)).toEqual(part);
  });
});

const storedFile = () =>
  new Response('0123456789', { headers: { 'content-type': 'application/pdf', 'content-length': '10' } });

describe('a stored file', () => {
  it('is served completely without a range', async () => {
    const response = await responseFrom(storedFile(), null);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
  });

  it('is served in parts', async () => {
    const response = await responseFrom(storedFile(), 'bytes=2-5');
    expect(response.status).toBe(206);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/pdf',
      'content-range': 'bytes 2-5/10',
      'content-length': '4',
    });
    expect(await response.text()).toBe('2345');
  });

  it('reports its size for a range beyond its end', async () => {
    const response = await responseFrom(storedFile(), 'bytes=10-');
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
  });

  it('is served completely if the range is not understood', async () => {
    const response = await responseFrom(storedFile(), 'bytes=0-1,4-5');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
  });
});

const origin = 'https://portal.example';

const isListed = (path: string) => path === '/logo.svg';

function sourceFor(path: string, values: Partial<RequestFacts> = {}) {
  return sourceOf(
    { method: 'GET', mode: 'cors', headers: new Headers(), url: new URL(path, origin).href, ...values },
    origin,
    isListed,
  );
}

describe('the service worker', () => {
  it.each(['/', '/?app', '/profile', '/DataEditor/keys?site=3', '/no-such-page'])(
    'opens %s with the stored page',
    (path) => {
      expect(sourceFor(path, { mode: 'navigate' })).toBe('page');
    },
  );

  it.each([
    '/assets/index-a1.js',
    '/assets/LiberationSans-b2.ttf',
    '/guides/manual.pdf',
    '/guides/ms/manual.pdf',
    '/guides/My%20guide.PDF',
    '/logo.svg',
  ])('serves %s', (path) => {
    expect(sourceFor(path)).toBe('file');
    expect(sourceFor(path, { mode: 'navigate' })).toBe('file');
  });

  it.each([
    // checks the host for another release
    '/',
    '/sw.js',
    '/robots.txt',
    '/other.svg',
    '/assets/',
    '/assets/sub/folder.js',
    '/guides/manual.html',
    '/guides/sub/manual.pdf',
    '/rest/v1/rpc/whoami',
    '/rest/v1/maintables',
    '/storage/v1/object/sign/rfidboomgatephoto/a.jpg?token=x',
    '/storage/v1/object/sign/rfidboomgatephoto/assets/index-a1.js',
    'https://project.supabase.co/assets/index-a1.js',
    // signed, or with other parameters
    '/guides/manual.pdf?token=x',
    '/assets/index-a1.js?t=1',
  ])('leaves %s to the network', (path) => {
    expect(sourceFor(path)).toBe('network');
  });

  it('leaves an API that is opened as a page to the network', () => {
    expect(sourceFor('/rest/v1/', { mode: 'navigate' })).toBe('network');
    expect(sourceFor('/storage/v1/object/photo', { mode: 'navigate' })).toBe('network');
    expect(sourceFor('/a/page.html', { mode: 'navigate' })).toBe('network');
  });

  it('leaves the page of a link, which is never stored, to the network', () => {
    expect(sourceFor('/shared', { mode: 'navigate' })).toBe('network');
    expect(sourceFor('/shared.html', { mode: 'navigate' })).toBe('network');
    expect(sourceFor('/assets/shared/shared-a1.js')).toBe('network');
  });

  it('leaves the page of a sticker to its own worker', () => {
    expect(sourceFor('/report', { mode: 'navigate' })).toBe('network');
    expect(sourceFor('/report.html', { mode: 'navigate' })).toBe('network');
    expect(sourceFor('/reports', { mode: 'navigate' })).toBe('page');
    expect(sourceFor('/assets/report/report-a1.js')).toBe('network');
  });

  it('leaves requests that send data or carry a session to the network', () => {
    expect(sourceFor('/assets/index-a1.js', { method: 'POST' })).toBe('network');
    expect(sourceFor('/profile', { mode: 'navigate', method: 'POST' })).toBe('network');
    for (const name of ['x-portal-session', 'authorization'])
      expect(sourceFor('/assets/index-a1.js', { headers: new Headers({ [name]: 'x' }) })).toBe('network');
  });
});

const fileResponse = (values: Partial<FileResponse>, type = 'text/javascript'): FileResponse => ({
  status: 200,
  type: 'basic',
  redirected: false,
  headers: new Headers(type === '' ? {} : { 'content-type': type }),
  ...values,
});

describe('a response', () => {
  it.each([
    ['/assets/a-1.js', 'text/javascript'],
    ['/assets/a-1.js', 'application/javascript; charset=utf-8'],
    ['/assets/a-1.mjs', 'text/javascript'],
    ['/assets/a-1.css', 'text/css; charset=UTF-8'],
    ['/logo.svg', 'image/svg+xml'],
    ['/guides/a.pdf', 'application/pdf'],
    ['/guides/a.pdf', 'application/octet-stream'],
    ['/assets/noto-1.woff2', 'font/woff2'],
    ['/assets/noto-1.woff', 'application/font-woff'],
    // a host that does not know the type
    ['/assets/H-1.bcmap', ''],
  ])('is the file %s as %s', (path, type) => {
    expect(isWholeFile(fileResponse({}, type), path)).toBe(true);
  });

  it.each([
    ['the start page instead', fileResponse({}, 'text/html; charset=utf-8')],
    ['a text instead', fileResponse({}, 'text/plain')],
    ['data instead', fileResponse({}, 'Application/JSON')],
    ['a failure', fileResponse({ status: 404 })],
    ['a fault of the host', fileResponse({ status: 503 })],
    ['a part', fileResponse({ status: 206 })],
    ['the login page of a network', fileResponse({ redirected: true })],
    ["another host's", fileResponse({ type: 'opaque', status: 0 })],
    ['a redirect', fileResponse({ type: 'opaqueredirect', status: 0 })],
  ])('is not the file when it is %s', (_, other) => {
    expect(isWholeFile(other, '/assets/a-1.js')).toBe(false);
    const isOtherType = other.headers.get('content-type') !== 'text/javascript';
    if (isOtherType)
      for (const path of ['/a.css', '/a.svg', '/a.pdf', '/a.woff2']) expect(isWholeFile(other, path)).toBe(false);
  });

  it('of a compressed file is complete, whatever length was sent', async () => {
    const response = new Response('whole', {
      headers: { 'content-type': 'text/css', 'content-encoding': 'br', 'content-length': '99' },
    });
    const file = await readFile(Object.defineProperty(response, 'type', { value: 'basic' }), '/assets/a-1.css');
    expect(Object.fromEntries(file.headers)).toEqual({ 'content-type': 'text/css', 'content-length': '5' });
    expect(await file.text()).toBe('whole');
  });
});
