import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LoadComponent, retryDelayMs } from '../../src/app/LazyScreen.tsx';
import { NewVersionNotice, type NewVersionNoticeProps } from '../../src/app/NewVersionNotice.tsx';
import { PortalMessages } from '../../src/app/PortalMessages.tsx';
import { ReleaseNotice } from '../../src/app/ReleaseNotice.tsx';
import { allowConsole } from '../support/console.ts';
import { server } from '../support/server.ts';
import { hurry } from '../support/waiting.ts';

const page = (name: string) =>
  HttpResponse.html(`<script type="module" crossorigin src="/assets/${name}"></script><div id="root"></div>`);
const reportMissingPart = () => fireEvent(window, new Event('vite:preloadError'));

const script = document.createElement('script');
beforeEach(() => {
  script.type = 'module';
  script.src = '/assets/index-old.js';
  document.head.append(script);
});
afterEach(() => script.remove());

/** Makes the host answer like this. Returns the number of requests. */
function hostAnswers(respond: () => Response): () => number {
  let requestCount = 0;
  server.use(
    http.get(`${location.origin}/`, () => {
      requestCount += 1;
      return respond();
    }),
  );
  return () => requestCount;
}

/** A notice whose code arrives when `come` is called. */
function lateNotice() {
  const later: { come?: (part: typeof NewVersionNotice) => void } = {};
  const notice = new Promise<typeof NewVersionNotice>((resolve) => {
    later.come = resolve;
  });
  return {
    load: vi.fn<LoadComponent<NewVersionNoticeProps>>(() => notice),
    come: () =>
      act(async () => {
        later.come?.(NewVersionNotice);
        await notice;
      }),
  };
}

const Counting = ({ missingCount }: NewVersionNoticeProps) => <p>{`${missingCount} missing`}</p>;
const failToLoad = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

it('offers a reload when a chunk is missing and the host serves another release', async () => {
  hurry();
  hostAnswers(() => page('index-new.js'));
  const { load, come } = lateNotice();
  render(<ReleaseNotice load={load} />);
  await waitFor(() => expect(load).toHaveBeenCalled());
  await come();
  expect(screen.queryByRole('alert')).toBeNull();
  reportMissingPart();
  expect(await screen.findByRole('button', { name: 'New version - reload' })).toBeVisible();
});

it('offers a reload for a chunk that was missing before the notice was loaded', async () => {
  hostAnswers(() => page('index-new.js'));
  const { load, come } = lateNotice();
  render(<ReleaseNotice load={load} />);
  reportMissingPart();
  expect(load).toHaveBeenCalledTimes(1);
  await come();
  expect(await screen.findByRole('alert')).toHaveTextContent('A part of the portal could not be loaded.');
  expect(load).toHaveBeenCalledTimes(1);
});

it('offers a reload when the host answers only the second time', async () => {
  hurry();
  const answers = [HttpResponse.error(), page('index-new.js')];
  const requestCount = hostAnswers(() => answers.shift() ?? page('index-new.js'));
  const { load, come } = lateNotice();
  render(<ReleaseNotice load={load} />);
  reportMissingPart();
  await come();
  expect(await screen.findByRole('button', { name: 'New version - reload' })).toBeVisible();
  expect(requestCount()).toBe(2);
});

it.each<[what: string, respond: () => Response, times?: number]>([
  ['the release is the same', () => page('index-old.js')],
  // six requests are sent before the host counts as unreachable (`NewVersionNotice.tsx`)
  ['the network is down', () => HttpResponse.error(), 6],
  ['a gateway answers for the host', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })],
  [
    'the portal is under maintenance',
    () => HttpResponse.html('<script type="module" src="/assets/a.js"></script><div id="root"></div>', { status: 503 }),
  ],
  ["a hotel's network answers with its own page", () => HttpResponse.html('<form>Log in to the network</form>')],
  [
    "a hotel's page has scripts of its own",
    () => HttpResponse.html('<script type="module" src="/assets/hotel.js"></script><div id="login"></div>'),
  ],
  [
    "a hotel's page has another first script",
    () => HttpResponse.html('<script type="module" src="/hotel/main.js"></script><div id="root"></div>'),
  ],
])('offers no reload when %s', async (_, respond, times = 1) => {
  hurry({ times: 1_000 });
  const requestCount = hostAnswers(respond);
  const { load, come } = lateNotice();
  render(<ReleaseNotice load={load} />);
  reportMissingPart();
  await come();
  // until the last request, which would otherwise reach the next test
  await waitFor(() => expect(requestCount()).toBe(times));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['the network is back', () => fireEvent(window, new Event('online'))],
  ['another chunk is missing', reportMissingPart],
  ['a while has passed', () => act(() => vi.advanceTimersByTimeAsync(retryDelayMs))],
])('loads a notice that failed to load again when %s', async (_, trigger) => {
  allowConsole(/Failed to fetch/u);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const requestCount = hostAnswers(() => HttpResponse.error());
  const load = vi
    .fn<LoadComponent<NewVersionNoticeProps>>(() => Promise.resolve(Counting))
    .mockImplementationOnce(failToLoad);
  render(<ReleaseNotice load={load} />);
  // the notice is loaded when the browser is idle
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  // on a busy machine the clock continues meanwhile, and the host is asked again
  await waitFor(() => expect(requestCount()).toBeGreaterThan(0));
  await act(() => vi.advanceTimersByTimeAsync(retryDelayMs - 5_000));
  expect(load).toHaveBeenCalledTimes(1);
  await trigger();
  expect(await screen.findByText(/missing/u)).toHaveTextContent(
    trigger === reportMissingPart ? '1 missing' : '0 missing',
  );
  expect(load).toHaveBeenCalledTimes(2);
});

it('offers the reload in a message if the code of the notice itself is missing', async () => {
  hurry();
  allowConsole(/Failed to fetch/u);
  hostAnswers(() => page('index-new.js'));
  render(
    <>
      <ReleaseNotice load={failToLoad} />
      <PortalMessages />
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('There is a new version.');
  expect(screen.getByRole('button', { name: 'New version - reload' })).toBeVisible();
});
