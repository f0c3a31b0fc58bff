import { fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach } from 'vitest';
import { placeId, type RecentPlace } from '../../../src/app/go-to/place.ts';
import { recentPlaces } from '../../../src/lib/device/recent-texts.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { keyRow, listedSite, noVisits, overviewRow, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

// *Go to* on a screen, and the answers of the service.

const visits = [
  task({ id: 5, title: 'Loop detector replaced', time: '2026-03-12T10:00:00+08:00', month: 'mar' }),
  task({
    id: 6,
    title: 'Plate reader aligned',
    tasks: 'Lorry WVB 8813 had hit it.',
    time: '2026-04-02T10:00:00+08:00',
  }),
  { ...task({ id: 7, title: 'Loop hidden' }), showing: 'False' as const },
];
export const askedSearches: { words: string; page_size: number }[] = [];
export const searchUrl = `${origin}/rest/v1/rpc/search_visits`;
export const sitesUrl = `${origin}/rest/v1/maintable`;
export const keysUrl = `${origin}/rest/v1/main`;

export const foundVisit = {
  site_id: 1,
  site: 'Selasih Park',
  task_id: 5,
  time: '2026-03-12T10:00:00+08:00',
  year: '2026',
  month: 'mar',
  title: 'Loop detector replaced',
  text: '',
  kind: null,
  showing: true,
  photos: 0,
  pdf: false,
  rank: 0,
};

/** Serves what *Go to* requests, before each test of a file. The code of the screens that it opens is loaded before all of them. */
export function serveGoTo(): void {
  beforeAll(async () => {
    await Promise.all([
      import('../../../src/app/go-to/GoToDialog.tsx'),
      import('../../../src/components/site-documents/SiteDocumentList.tsx'),
      import('../../../src/features/guide/GuideRoute.tsx'),
      import('../../../src/features/my-sites/DocumentsDialog.tsx'),
      import('../../../src/features/my-sites/MySitesRoute.tsx'),
      import('../../../src/features/profile/ProfileRoute.tsx'),
      import('../../../src/features/service-history/ServiceHistoryRoute.tsx'),
    ]);
  });

  beforeEach(() => {
    // the browser shows a PDF by itself
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
    askedSearches.length = 0;
    server.use(http.get(`${origin}/rest/v1/*`, () => HttpResponse.json([])));
    server.use(
      http.post(`${origin}/rest/v1/rpc/site_overview`, () =>
        HttpResponse.json([
          overviewRow(),
          overviewRow({ site_id: 2, name: 'Kingfisher Rise', sitename: null, address: null }),
        ]),
      ),
      http.post(`${origin}/rest/v1/rpc/my_visits`, () => HttpResponse.json([])),
      http.get(sitesUrl, () =>
        HttpResponse.json([
          listedSite(),
          listedSite({ id: 2, name: 'Kingfisher Rise', sitename: null, address: null }),
        ]),
      ),
      http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([siteRow({ tasks2024: visits })])),
      http.get(keysUrl, () =>
        HttpResponse.json([
          keyRow({ id: 11, label: 'Night guard' }),
          keyRow({ id: 12, label: 'Night porter', revoked_at: '2026-02-01T00:00:00Z' }),
        ]),
      ),
      http.post<never, { words: string; page_size: number }>(searchUrl, async ({ request }) => {
        const body = await request.json();
        askedSearches.push(body);
        const hits =
          body.words === 'loop'
            ? [foundVisit, { ...foundVisit, task_id: 7, title: 'Loop hidden', showing: false }]
            : [];
        return HttpResponse.json({ ...noVisits, visits: hits });
      }),
    );
  });
}

export const waitForFrame = () => screen.findByRole('banner');
export const pressKeys = (init: KeyboardEventInit = { ctrlKey: true }) =>
  fireEvent.keyDown(document.body, { key: 'k', ...init });
export const dialog = () => screen.findByRole('dialog', { name: 'Go to…' });
export const field = () => within(screen.getByRole('dialog')).getByRole('combobox');
export const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
export const refuse = () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 });
export const group = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option');
export const marked = () => screen.queryAllByRole('option', { selected: true }).map((option) => option.textContent);

export async function open(session = adminSession, url = '/guide') {
  const view = renderRoute(url, session);
  await waitForFrame();
  pressKeys();
  await dialog();
  return view;
}

export const remember = (session: typeof adminSession, ...places: RecentPlace[]) => {
  setSession(session);
  for (const place of places.toReversed()) recentPlaces.remember(session, placeId(place));
};
