import { describe, expect, it } from 'vitest';
import {
  isWholeFile,
  sourceOf,
  type FileResponse,
  type RequestFacts,
} from '../../src/service-worker/request-source.ts';

const origin = 'https://portal.example';
const isListed = (path: string) => path === '/logo.svg';

function source(path: string, more: Partial<RequestFacts> = {}) {
  return sourceOf(
    { method: 'GET', mode: 'cors', headers: new Headers(), url: new URL(path, origin).href, ...more },
    origin,
    isListed,
  );
}

describe('the service worker', () => {
  it.each(['/', '/?app', '/profile', '/DataEditor/keys?site=3', '/no-such-page'])(
    'opens %s with the kept page',
    (path) => {
      expect(source(path, { mode: 'navigate' })).toBe('page');
    },
  );

  it.each([
    '/assets/index-a1.js',
    '/assets/LiberationSans-b2.ttf',
    '/guides/manual.pdf',
    '/guides/My%20guide.PDF',
    '/logo.svg',
  ])('serves %s', (path) => {
    expect(source(path)).toBe('file');
    expect(source(path, { mode: 'navigate' })).toBe('file');
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
    expect(source(path)).toBe('network');
  });

  it('leaves an API that is opened as a page to the network', () => {
    expect(source('/rest/v1/', { mode: 'navigate' })).toBe('network');
    expect(source('/storage/v1/object/photo', { mode: 'navigate' })).toBe('network');
    expect(source('/a/page.html', { mode: 'navigate' })).toBe('network');
  });

  it('leaves requests that send data or carry a session to the network', () => {
    expect(source('/assets/index-a1.js', { method: 'POST' })).toBe('network');
    expect(source('/profile', { mode: 'navigate', method: 'POST' })).toBe('network');
    for (const name of ['x-portal-session', 'authorization'])
      expect(source('/assets/index-a1.js', { headers: new Headers({ [name]: 'x' }) })).toBe('network');
  });
});

const fileResponse = (more: Partial<FileResponse>, type = 'text/javascript'): FileResponse => ({
  status: 200,
  type: 'basic',
  redirected: false,
  headers: new Headers({ 'content-type': type }),
  ...more,
});

describe('a response', () => {
  it('is kept when it is the requested file', () => {
    expect(isWholeFile(fileResponse({}))).toBe(true);
    expect(isWholeFile(fileResponse({}, 'application/pdf'))).toBe(true);
  });

  it.each([
    ['the start page instead', fileResponse({}, 'text/html; charset=utf-8')],
    ['a failure', fileResponse({ status: 404 })],
    ['a part', fileResponse({ status: 206 })],
    ['the login page of a network', fileResponse({ redirected: true })],
    ["another host's", fileResponse({ type: 'opaque', status: 0 })],
  ])('is not kept when it is %s', (_, other) => {
    expect(isWholeFile(other)).toBe(false);
  });
});
