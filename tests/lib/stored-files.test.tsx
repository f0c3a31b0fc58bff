import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { endSession, getSession, setSession } from '../../src/lib/device/session.ts';
import { downloadFile, invalidateSignedUrls, signFiles, signThumbnails } from '../../src/lib/stored-files.ts';
import { userSession } from '../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, signedUrl } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

const [first, second] = [objectName(1), objectName(2)];
const smallName = (name: string) => name.replace('.jpg', '.small.jpg');

beforeEach(() => setSession(userSession));

it('signs a list in one call, and each name only once', async () => {
  const requestedNames = serveSigning();
  expect(await signFiles([first, second, first])).toEqual(
    new Map([
      [first, signedUrl(first)],
      [second, signedUrl(second)],
    ]),
  );
  await signFiles([second, first]);
  expect(requestedNames).toEqual([[first, second]]);
});

it('signs again a minute before the URLs expire', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const requestedNames = serveSigning();
  await signFiles([first]);
  vi.advanceTimersByTime(840_000 - 1);
  await signFiles([first]);
  expect(requestedNames).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect((await signFiles([first])).get(first)).toBe(signedUrl(first, 2));
});

it('signs URLs again that were reported as broken', async () => {
  const requestedNames = serveSigning();
  await signFiles([first, second]);
  invalidateSignedUrls([second]);
  await signFiles([first, second]);
  expect(requestedNames).toEqual([[first, second], [second]]);
});

it('forgets the URLs when the session ends', async () => {
  const requestedNames = serveSigning();
  await signFiles([first]);
  endSession('logout');
  setSession(userSession);
  await signFiles([first]);
  expect(requestedNames).toHaveLength(2);
});

it('drops an answer that arrives after its session has ended', async () => {
  const requestedNames = serveSigning();
  const signed = signFiles([first]);
  endSession('logout');
  expect(await signed).toEqual(new Map());
  setSession(userSession);
  await signFiles([first]);
  expect(requestedNames).toHaveLength(2);
});

it('splits very long lists', async () => {
  const requestedNames = serveSigning();
  const names = Array.from({ length: 2_001 }, (_, number) => objectName(number));
  expect((await signFiles(names)).size).toBe(2_001);
  expect(requestedNames.map(({ length }) => length).toSorted((a, b) => b - a)).toEqual([1_000, 1_000, 1]);
});

it('signs small renditions, and in a second call the photos without one', async () => {
  const requestedNames = serveSigning((name) => name === smallName(second));
  expect(await signThumbnails([fileUrl(1), fileUrl(2), 'https://example.com/x.jpg'])).toEqual(
    new Map([
      [fileUrl(1), signedUrl(smallName(first))],
      [fileUrl(2), signedUrl(second, 2)],
    ]),
  );
  expect(requestedNames).toEqual([[smallName(first), smallName(second)], [second]]);
});

it('leaves out photos that do not exist', async () => {
  serveSigning((name) => name.includes(second.slice(0, -4)));
  expect([...(await signThumbnails([fileUrl(1), fileUrl(2)])).keys()]).toEqual([fileUrl(1)]);
});

it('asks the database whether the session is still valid when storage refuses', async () => {
  server.use(
    http.post(`${origin}/storage/v1/object/sign/*`, () =>
      HttpResponse.json({ statusCode: '403', error: 'Unauthorized', message: 'Session expired' }, { status: 400 }),
    ),
    http.post(`${origin}/rest/v1/rpc/whoami`, () =>
      HttpResponse.json({ code: 'PT401', message: 'Session expired' }, { status: 401 }),
    ),
  );
  await expect(signFiles([first])).rejects.toMatchObject({ status: 400 });
  expect(getSession()).toBeNull();
});

it('downloads a file with the session', async () => {
  let session: string | null = null;
  server.use(
    http.get(`${origin}/storage/v1/object/rfidboomgatephoto/${objectName(3, 'pdf')}`, ({ request }) => {
      session = request.headers.get('x-portal-session');
      return new HttpResponse(new TextEncoder().encode('%PDF-1.7'));
    }),
  );
  expect(await (await downloadFile(fileUrl(3, 'pdf'))).text()).toBe('%PDF-1.7');
  expect(session).toBe(userSession.token);
});

it.each(['https://example.com/report.pdf', 'javascript:alert(1)', ''])('never contacts %s', async (url) => {
  await expect(downloadFile(url)).rejects.toMatchObject({ message: 'Not a file of the portal' });
});

it.each([
  ['the login page of a public network', '\n<!doctype html><title>Welcome to our Wi-Fi</title>'],
  ['an empty answer', ''],
])('does not accept %s as a file', async (_, body) => {
  server.use(
    http.get(
      `${origin}/storage/v1/object/rfidboomgatephoto/${first}`,
      () => new HttpResponse(new TextEncoder().encode(body)),
    ),
  );
  await expect(downloadFile(fileUrl(1))).rejects.toMatchObject({ kind: 'network' });
});
