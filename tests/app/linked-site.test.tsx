import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pathsOfSite } from '../../src/app/linked-site.ts';
import { lastUrl } from '../../src/lib/device/last-url.ts';
import { linkTo, toFailures, toHistory, toMonth, toVisit, toYearReport } from '../../src/records/portal-links.ts';
import { adminSession, renderRoute, technicianSession, userSession } from '../support/render-route.tsx';
import { listedSite } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

const sentence = 'This link belongs to another site than your key.';
const other = 'Kingfisher Rise';

/** Links to everything with a URL, as the portal makes them. */
const links = (site: string | null) => [
  toVisit(5, site),
  toVisit(5, site, { photo: 0 }),
  toVisit(5, site, { pdf: true }),
  toMonth('2026', 'mar', site),
  linkTo('/maintenance', { view: 'inspection', task: 5, photo: 2, site }),
  toHistory(site, '2026', 'emergency'),
  toYearReport('2026', site),
  linkTo('/data-fetcher', { q: 'gate', sort: 'title', site }),
  toFailures(2026, site),
  toFailures(2026, site, 1),
  linkTo('/charts', { year: 2026, compare: 2025, site }),
  linkTo('/profile', { site }),
];

let requestedUrls: string[] = [];
beforeEach(() => {
  requestedUrls = [];
  server.use(
    http.get(`${origin}/rest/v1/*`, ({ request }) => {
      requestedUrls.push(new URL(request.url).pathname);
      return HttpResponse.json([]);
    }),
  );
  // jsdom logs that it cannot draw
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

describe('a link of another site', () => {
  it.each(links(other))('shows a client nothing of its own site: %s', async (link) => {
    renderRoute(link);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Another site' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Another site | RFID Boom Gate Portal'));
    expect(location.pathname + location.search + location.hash).toBe(link);
    expect(within(screen.getByRole('main')).queryByText(/Selasih/u)).toBeNull();
    // nothing was requested
    expect(requestedUrls).toEqual([]);
  });

  it('is also refused on screens that show no site', async () => {
    renderRoute(linkTo('/guide', { site: other, file: 'lan.pdf' }));
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('is refused, too, if its name only begins with that of the own site', async () => {
    renderRoute(linkTo('/profile', { site: 'Selasih Park 2' }));
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('is refused to a key without a site', async () => {
    renderRoute(toVisit(5, other), { ...userSession, site: null });
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it("leads to the same screen of the client's own site, without what belongs to the other site", async () => {
    const { user } = renderRoute(toFailures(2026, other, 1));
    await user.click(await screen.findByRole('link', { name: 'Car Post Failure Analytics of your site' }));
    expect(await screen.findByText('No failure records yet.')).toBeVisible();
    await waitFor(() => expect(location.pathname + location.search).toBe('/charts?site=Selasih+Park'));
    expect(location.hash).toBe('');
  });

  it('does not change the links of the menu', async () => {
    renderRoute(toVisit(5, other));
    await screen.findByText(sentence);
    for (const link of within(screen.getByRole('navigation', { name: 'Portal' })).getAllByRole('link'))
      expect(link.getAttribute('href')).not.toContain('site=');
  });

  it('is not the URL at which the installed portal opens next', async () => {
    const persistentSession = { ...userSession, kept: true };
    renderRoute(toVisit(5, other), persistentSession);
    await screen.findByText(sentence);
    expect(lastUrl(persistentSession)).toBeNull();
  });

  describe('a link to one of several sites', () => {
    beforeEach(() => {
      server.use(
        http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite({ id: 1, name: 'Café Tower' })])),
      );
    });

    it.each(links(other).filter((link) => /^\/(?:data-fetcher|maintenance)\b/u.test(link)))(
      'is refused to a technician without the site: %s',
      async (link) => {
        const { user } = renderRoute(link, technicianSession);
        expect(await screen.findByText(sentence)).toBeVisible();
        expect(screen.getByRole('button', { name: 'End session and log in with another key' })).toBeVisible();
        await user.click(screen.getByRole('link', { name: / of your sites$/u }));
        expect(await screen.findByLabelText('Site')).toBeVisible();
      },
    );

    it.each([
      ['a technician who has it', 'Café Tower'.normalize('NFD'), technicianSession],
      ['an admin, even without data', other, adminSession],
    ])('is opened for %s', async (_, site, session) => {
      renderRoute(toMonth('2026', 'mar', site), session);
      expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
      expect(screen.queryByText(sentence)).toBeNull();
    });
  });
});

describe("a link of the client's own site", () => {
  it.each(links('Selasih Park'))('is opened unchanged: %s', async (link) => {
    renderRoute(link);
    await waitFor(() => expect(requestedUrls).not.toEqual([]));
    expect(screen.queryByText(sentence)).toBeNull();
    expect(location.pathname + location.search + location.hash).toBe(link);
  });

  it.each(['Café & Co. #2 + 50%', '公寓 A座', 'Menara “K” / Blok=1'])('may be named %s', async (site) => {
    renderRoute(toVisit(5, site), { ...userSession, site });
    await waitFor(() => expect(requestedUrls).not.toEqual([]));
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('may be written with another form of the same characters', async () => {
    renderRoute(toVisit(5, 'Café'.normalize('NFD')), { ...userSession, site: 'Café'.normalize('NFC') });
    await waitFor(() => expect(requestedUrls).not.toEqual([]));
    expect(screen.queryByText(sentence)).toBeNull();
  });
});

describe('a link without a site', () => {
  it.each(links(null))("still works, and gets the name of the client's own site: %s", async (link) => {
    renderRoute(link);
    await waitFor(() => expect(new URLSearchParams(location.search).get('site')).toBe('Selasih Park'));
    const urlWithSite = new URL(location.href);
    urlWithSite.searchParams.delete('site');
    const before = new URL(link, location.href);
    expect(urlWithSite.pathname).toBe(before.pathname);
    expect(urlWithSite.hash).toBe(before.hash);
    expect([...urlWithSite.searchParams]).toEqual([...before.searchParams]);
    await waitFor(() => expect(requestedUrls).not.toEqual([]));
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it.each(pathsOfSite)(
    '%s adds the site to its URL, for people who copy it, in the same entry of the history',
    async (path) => {
      const entries = history.length;
      renderRoute(`${path}?site=`);
      await waitFor(() => expect(location.search).toBe('?site=Selasih+Park'));
      expect(history.length).toBe(entries);
    },
  );

  it('gets no site for a key without a site', async () => {
    renderRoute('/profile', { ...userSession, site: null });
    await waitFor(() => expect(requestedUrls).not.toEqual([]));
    expect(location.search).toBe('');
  });
});

describe('a link before the login', () => {
  it.each([toVisit(5, other, { photo: 1 }), toFailures(2026, other, 3)])(
    'is remembered completely for after the login: %s',
    async (link) => {
      renderRoute(link, null);
      await screen.findByLabelText('Secret Key');
      expect(new URLSearchParams(location.search).get('next')).toBe(link);
    },
  );

  it('leads to its target after the login', async () => {
    renderRoute(`/?next=${encodeURIComponent(toFailures(2026, 'Selasih Park', 3))}`);
    await waitFor(() => expect(location.pathname).toBe('/charts'));
    expect(location.search + location.hash).toBe('?year=2026&site=Selasih+Park#post-3');
  });
});
