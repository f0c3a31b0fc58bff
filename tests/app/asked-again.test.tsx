import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { refetchUnanswered } from '../../src/lib/query-client.ts';
import { adminSession, renderRoute, userSession } from '../support/render-route.tsx';
import { fileUrl, listedSite, objectName, serveSigning, serveSites, siteRow, task } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { hold, hurry } from '../support/waiting.ts';

const restUrl = `${origin}/rest/v1`;

/** Serves everything that the screens read except the named request, which fails until it is held. */
function serveAllBut(url: string) {
  serveSites(siteRow({ tasks2024: [task({ id: 7, pdf: fileUrl(5, 'pdf') })] }));
  serveSigning();
  server.use(http.get(`${restUrl}/maintable`, () => HttpResponse.json([listedSite({ id: 1, name: 'Selasih Park' })])));
  server.use(http.get(url, () => HttpResponse.error()));
  const { held, release } = hold();
  let requestCount = 0;
  const holdBack = () =>
    server.use(
      http.get(url, async () => {
        requestCount += 1;
        await held;
        return HttpResponse.error();
      }),
    );
  return { holdBack, release, asked: () => requestCount };
}

it.each([
  [
    'a document',
    userSession,
    '/maintenance?task=7&pdf=1',
    `${origin}/storage/v1/object/rfidboomgatephoto/${objectName(5, 'pdf')}`,
    'Preview not available. Download the file instead.',
  ],
  ['the sites to choose from', adminSession, '/DataEditor', `${restUrl}/maintable`, 'Failed to load names.'],
  [
    'the posts of a history',
    userSession,
    '/data-fetcher?post=P1',
    `${restUrl}/carpost`,
    'The posts of this site could not be loaded.',
  ],
  [
    'the client of a form',
    adminSession,
    '/DataEditor/report',
    `${restUrl}/maintable`,
    'The sites, or the posts and equipment of this site, could not be loaded.',
  ],
] as const)(
  'still says that %s could not be loaded while it is requested again by itself',
  async (_, session, path, url, text) => {
    const endHurry = hurry();
    const failingRequest = serveAllBut(url);
    renderRoute(path, session);
    expect(await screen.findByText(text)).toBeVisible();
    endHurry();
    failingRequest.holdBack();
    const refetching = refetchUnanswered();
    await waitFor(() => expect(failingRequest.asked()).toBeGreaterThan(0));
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Trying…' })).toBeVisible();
    await act(async () => {
      failingRequest.release();
      await refetching;
    });
  },
);
