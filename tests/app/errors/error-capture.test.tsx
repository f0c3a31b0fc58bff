import { render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../../src/app/ErrorBoundary.tsx';
import { captureCaught, watchErrors } from '../../../src/app/errors/capture-later.ts';
import { startErrorCapture } from '../../../src/app/errors/error-capture.ts';
import { endSession, setSession } from '../../../src/lib/device/session.ts';
import { RequestError } from '../../../src/lib/request-error.ts';
import { allowConsole } from '../../support/console.ts';
import { userSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';

interface Sent {
  body: { message: string; screen: string; release: string };
  session: string | null;
}
let sentErrors: Sent[] = [];
let stop: () => void;

const script = document.createElement('script');

beforeEach(() => {
  sentErrors = [];
  server.use(
    http.post<never, Sent['body']>(`${origin}/rest/v1/rpc/report_client_error`, async ({ request }) => {
      sentErrors.push({ body: await request.json(), session: request.headers.get('x-portal-session') });
      return new HttpResponse(null, { status: 204 });
    }),
  );
  script.type = 'module';
  script.src = '/assets/index-D3kX9a.js';
  document.head.append(script);
  stop = startErrorCapture();
});
afterEach(() => {
  stop();
  script.remove();
});

const errorWithoutStack = (message: string) => Object.assign(new Error(message), { stack: '' });
const dispatchError = (error: unknown, filename = `${location.origin}/assets/a-b.js`, message = '') =>
  window.dispatchEvent(new ErrorEvent('error', { error, filename, message, cancelable: true }));
const dispatchRejection = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
const dispatchLoadError = (message: string) =>
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError(message) }));
const messages = () => sentErrors.map(({ body }) => body.message);
/**
 * Expects that nothing was reported. A missing report cannot be awaited, so this reports a later error and expects it to be the
 * only one.
 */
async function expectNothingSent(): Promise<void> {
  dispatchError(errorWithoutStack('The last one'));
  await waitFor(() => expect(messages()).toEqual(['Error: The last one']));
}

it('sends the message, the screen without its query, the release, and the session', async () => {
  setSession(userSession);
  history.replaceState(null, '', '/data-fetcher?q=Ann');
  dispatchError(errorWithoutStack('x is undefined'));
  await waitFor(() => expect(sentErrors).toHaveLength(1));
  expect(sentErrors).toEqual([
    {
      body: { message: 'Error: x is undefined', screen: '/data-fetcher', release: 'D3kX9a' },
      session: userSession.token,
    },
  ]);
});

it.each([
  ['/', '/'],
  ['/profile/', '/profile'],
  ['/my name is Ann', 'unknown'],
])('reports %s as the screen %s, before the login too', async (url, expected) => {
  endSession('logout');
  history.replaceState(null, '', url);
  dispatchRejection(errorWithoutStack('x'));
  await waitFor(() => expect(sentErrors).toHaveLength(1));
  expect(sentErrors).toMatchObject([{ body: { screen: expected }, session: null }]);
});

it('reports each error once, and at most five per page load', async () => {
  for (const number of [1, 1, 2, 3, 4, 5, 6, 1]) dispatchRejection(errorWithoutStack(`Error ${number}`));
  await waitFor(() => expect(sentErrors).toHaveLength(5));
  dispatchError(errorWithoutStack('One more'));
  expect(messages().toSorted()).toEqual([1, 2, 3, 4, 5].map((number) => `Error: Error ${number}`));
});

it('does not report its own failure', async () => {
  server.use(http.post(`${origin}/rest/v1/rpc/report_client_error`, () => HttpResponse.error(), { once: true }));
  dispatchError(errorWithoutStack('First'));
  await expectNothingSent();
});

it.each<[string, () => unknown]>([
  ['a lost connection', () => dispatchRejection(new RequestError('x', 0, 'network'))],
  ['a fetch without an answer', () => dispatchRejection(new TypeError('Failed to fetch'))],
  [
    'code that failed to load, which its own event reports in more detail',
    () => dispatchRejection(new TypeError('Importing a module script failed.')),
  ],
  ['a script from another origin', () => dispatchError(errorWithoutStack('x'), 'https://elsewhere.test/a.js')],
  ['a script error without details', () => dispatchError(null, '', 'Script error.')],
  [
    'layouts that took two passes',
    () => dispatchError(undefined, '', 'ResizeObserver loop completed with undelivered notifications.'),
  ],
])('does not report %s', async (_, happen) => {
  happen();
  await expectNothingSent();
});

it('waits for the network when offline', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchError(errorWithoutStack('Without a signal'));
  online.mockReturnValue(true);
  dispatchError(errorWithoutStack('Later'));
  await waitFor(() => expect(messages()).toEqual(['Error: Later']));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(messages()).toEqual(['Error: Later', 'Error: Without a signal']));
});

const file = `${location.origin}/assets/Profile-x1.js`;
const failedImportText = `Failed to fetch dynamically imported module: ${file}`;
const missingCode = 'Code that the host does not have: /assets/Profile-x1.js';

it.each<[string, () => Response]>([
  ['returns 404', () => new HttpResponse(null, { status: 404 })],
  ['returns its start page', () => HttpResponse.html('<p>')],
])('reports code that is missing: the host %s', async (_, respond) => {
  server.use(http.head(file, respond));
  dispatchLoadError(failedImportText);
  await waitFor(() => expect(messages()).toEqual([missingCode]));
});

it.each<[string, () => Response]>([
  ['has it', () => new HttpResponse(null, { headers: { 'content-type': 'text/javascript' } })],
  ['is unreachable', () => HttpResponse.error()],
  ['is not there behind its gateway', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })],
  ['is overloaded', () => new HttpResponse(null, { status: 429 })],
])('does not report code that failed to load when the host %s', async (_, respond) => {
  const onRequest = vi.fn(respond);
  server.use(http.head(file, onRequest));
  dispatchLoadError(failedImportText);
  await waitFor(() => expect(onRequest).toHaveBeenCalled());
  await expectNothingSent();
});

it.each([
  ['another', ['Code that the host does not have: of an older release']],
  ['the same', []],
])('reports missing code without a name only for another release: the host has %s', async (scriptName, expected) => {
  const name = scriptName === 'another' ? 'index-new.js' : 'index-D3kX9a.js';
  const html = `<script type="module" src="/assets/${name}"></script><div id="root"></div>`;
  const page = vi.fn(() => HttpResponse.html(html));
  server.use(http.get(`${location.origin}/`, page));
  dispatchLoadError('Importing a module script failed.');
  await waitFor(() => expect(page).toHaveBeenCalled());
  if (expected.length === 0) await expectNothingSent();
  else await waitFor(() => expect(messages()).toEqual(expected));
});

const Broken = () => {
  throw errorWithoutStack('The screen broke');
};

it('an error that shows the error screen is reported too, and logged on the console', async () => {
  allowConsole(/The screen broke/u);
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
    { onCaughtError: captureCaught },
  );
  expect(screen.getByRole('alert')).toHaveTextContent('The screen broke');
  await waitFor(() => expect(messages()).toEqual(['Error: The screen broke']));
});

it('watching starts when the browser is idle', async () => {
  stop();
  const idle = vi.fn<(task: () => void) => number>(() => 1);
  vi.stubGlobal('requestIdleCallback', idle);
  // a real listener would outlive the test
  const listenerSpy = vi.spyOn(window, 'addEventListener').mockImplementation(() => undefined);
  watchErrors();
  const watchedEvents = () =>
    listenerSpy.mock.calls.map(([name]) => name).filter((name) => name === 'unhandledrejection');
  expect(watchedEvents()).toEqual([]);
  idle.mock.calls[0]?.[0]();
  await waitFor(() => expect(watchedEvents()).toEqual(['unhandledrejection']));
});
