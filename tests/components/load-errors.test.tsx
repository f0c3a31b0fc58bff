import { act, fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../src/lib/query-client.ts';
import { faults } from '../support/faults.ts';
import { siteField } from '../support/pick-site.ts';
import { adminSession, renderRoute, userSession } from '../support/render-route.tsx';
import { listedSite, fileUrl, objectName, serveSigning, serveSites, siteRow, task } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

const storage = `${origin}/storage/v1/object`;
const sign = `${storage}/sign/rfidboomgatephoto`;
const urls = [fileUrl(1), fileUrl(2)];

interface Call {
  method: 'get' | 'post';
  url: string;
  path: string;
  /** The call is made by an admin's screen. */
  admin?: boolean;
  message: string;
  again: string;
  /** What is there once it worked. */
  mended: () => Promise<HTMLElement>;
}

const calls: Record<string, Call> = {
  'the site record of the profile': {
    method: 'get',
    url: `${origin}/rest/v1/maintables`,
    path: '/profile',
    message: 'No profile data available. Please check your connection and try again.',
    again: 'Try again',
    mended: () => screen.findByText('System Online'),
  },
  'the tasks of the dashboard': {
    method: 'get',
    url: `${origin}/rest/v1/maintables`,
    path: '/maintenance',
    message: 'Failed to fetch tasks.',
    again: 'Try again',
    mended: () => screen.findByRole('article'),
  },
  'the names of the sites': {
    method: 'get',
    url: `${origin}/rest/v1/maintable`,
    path: '/maintenance',
    admin: true,
    message: 'Failed to load names.',
    again: 'Try again',
    mended: siteField,
  },
  'the signing of the thumbnails': {
    method: 'post',
    url: sign,
    path: '/maintenance',
    message: 'The photos could not be loaded.',
    again: 'Try again',
    mended: () => screen.findByRole('img', { name: 'Photo 1 of 2: Monthly preventive maintenance' }),
  },
  'the signing of the opened photo': {
    method: 'post',
    url: sign,
    path: '/maintenance?task=1&photo=1',
    message: 'Error loading image',
    again: 'Retry',
    mended: () => screen.findByRole('img', { name: /^Photo 1 of 2: .*, 26 March 2026 at 16:05$/ }),
  },
  'the download of the PDF': {
    method: 'get',
    url: `${storage}/rfidboomgatephoto/${objectName(5, 'pdf')}`,
    path: '/maintenance?task=1&pdf=1',
    message: 'Preview not available. Download the file instead.',
    again: 'Try again',
    mended: () => screen.findByTitle('Monthly preventive maintenance, 26 March 2026'),
  },
};

function serveEverything(): void {
  serveSites(siteRow({ tasks2024: [task({ urls, pdf: fileUrl(5, 'pdf') })] }));
  serveSigning();
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite({ id: 1, name: 'Selasih Park' })])),
    http.get(`${storage}/rfidboomgatephoto/*`, () => HttpResponse.text('%PDF-1.7')),
    http.post(`${origin}/rest/v1/rpc/whoami`, () => HttpResponse.json({ role: 'user' })),
  );
}

/** Lets time pass, with the network answering in between. */
async function pass(seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 4; step += 1) await act(() => vi.advanceTimersByTimeAsync(250));
}

beforeEach(() => {
  queryClient.clear();
  // the chunks are fetched before the clock is stopped, and jsdom has no viewer
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
});

describe.each(Object.entries(calls))('%s', (_, call) => {
  const lasting = Object.entries(faults).filter(([fault]) => fault !== '401');

  it.each(lasting)('says so within 15 seconds and is mended by another try: %s', async (_fault, answer) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serveEverything();
    server.use(http[call.method](call.url, answer));
    renderRoute(call.path, call.admin ? adminSession : userSession);
    // the seconds count from when the screen is there
    await screen.findByRole('heading', { level: 1, name: /(?<!\(loading\))$/u });
    await pass(14);
    expect(screen.getAllByText(call.message).length).toBeGreaterThan(0);
    serveEverything();
    for (const button of screen.getAllByRole('button', { name: call.again })) fireEvent.click(button);
    expect(await call.mended()).toBeInTheDocument();
    expect(screen.queryByText(call.message)).toBeNull();
  });

  it('leads to the login when the session is over: 401', async () => {
    serveEverything();
    server.use(http[call.method](call.url, faults['401']));
    renderRoute(call.path, call.admin ? adminSession : userSession);
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    expect(screen.getByLabelText('Secret Key')).toBeVisible();
  });
});
