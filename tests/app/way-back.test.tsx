import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { endSession, setSession } from '../../src/lib/device/session.ts';
import { queryClient } from '../../src/lib/query-client.ts';
import { siteYear } from '../../src/records/time.ts';
import { adminSession, ownUrl, renderRoute, userAnswer, userSession } from '../support/render-route.tsx';
import { listedSite, overviewRow, serveSigning, serveSites, siteRow, task, noVisits } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

const visits = [
  task({ id: 1, title: 'Arm aligned', kind: 'emergency' }),
  task({ id: 2, title: 'Arm replaced', time: '2026-02-10T09:00:00+08:00', month: 'february', kind: 'emergency' }),
  task({ id: 3, title: 'Loop tuned', time: '2025-02-10T09:00:00+08:00', year: '2025', month: 'february' }),
];

beforeEach(() => {
  queryClient.clear();
  serveSites(siteRow({ tasks2024: visits }));
  serveSigning();
});

const filters = '?q=arm&year=2026&kind=emergency&sort=title';
const months = () => screen.findAllByRole('link', { name: /^Maintenance Report, [A-Z][a-z]+ \d{4}$/u });
const backLink = (name = 'Service History') => within(screen.getByRole('main')).getByRole('link', { name });
/** The heading of a screen, for any month. */
const heading = (name: string) =>
  screen.findByRole('heading', { level: 1, name: (text) => text === name || text.startsWith(`${name}, `) });
const url = (link: HTMLElement) => link.getAttribute('href');
type User = ReturnType<typeof renderRoute>['user'];

async function openMonth(user: User): Promise<void> {
  // only in its default order, newest first, the list has links to the months
  await user.click((await months())[0] ?? document.body);
  await heading('Maintenance Report');
}

describe('the link from a month back to Service History', () => {
  const listQuery = '?year=2026&kind=emergency';

  it('leads to the search, the filters and the entry of the history from which the month was opened', async () => {
    const { user } = renderRoute(`/data-fetcher${listQuery}`);
    await openMonth(user);
    const entries = history.length;
    await user.click(backLink());
    await heading('Service History');
    expect(ownUrl()).toBe(`/data-fetcher${listQuery}`);
    // the browser restores the scroll position only in an entry that already existed
    expect(history.length).toBe(entries);
  });

  it.each(['year=2026', 'month=mar', 'kind=emergency'])('remembers %s alone', async (filter) => {
    const { user } = renderRoute(`/data-fetcher?${filter}`);
    await openMonth(user);
    await user.click(backLink());
    await heading('Service History');
    expect(ownUrl()).toBe(`/data-fetcher?${filter}`);
  });

  it('leads to the details of the visit from which it was opened, in a sorted list', async () => {
    const { user } = renderRoute(`/data-fetcher${filters}`);
    await user.click(await screen.findByRole('button', { name: /Arm aligned/u }));
    await user.click(await screen.findByRole('link', { name: 'Maintenance Report, March 2026' }));
    await heading('Maintenance Report');
    await user.click(backLink());
    expect(await screen.findByRole('dialog', { name: 'Visit details' })).toBeVisible();
    expect(ownUrl()).toBe(`/data-fetcher${filters}&task=1`);
    // and closing the details leads to the list
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(ownUrl()).toBe(`/data-fetcher${filters}`));
  });

  it('skips what was chosen, stepped to and opened within the month', async () => {
    const { user } = renderRoute(`/data-fetcher${listQuery}`);
    await openMonth(user);
    await user.click(screen.getByRole('link', { name: /^Previous month/u }));
    await user.selectOptions(screen.getByLabelText('Kind'), 'emergency');
    await waitFor(() => expect(location.search).toContain('kind=emergency'));
    await user.click(screen.getByRole('link', { name: /^Next month/u }));
    await user.click(backLink());
    await heading('Service History');
    expect(ownUrl()).toBe(`/data-fetcher${listQuery}`);
  });

  it('still does so after the month was loaded again', async () => {
    const { user, unmount } = renderRoute(`/data-fetcher${listQuery}`);
    await openMonth(user);
    unmount();
    server.use(http.post(`${origin}/rest/v1/rpc/whoami`, () => HttpResponse.json(userAnswer)));
    render(<App />);
    await heading('Maintenance Report');
    await user.click(backLink());
    await heading('Service History');
    expect(ownUrl()).toBe(`/data-fetcher${listQuery}`);
  });

  it('also opens another tab with the filters', async () => {
    const { user } = renderRoute(`/data-fetcher${listQuery}`);
    await openMonth(user);
    expect(url(backLink())).toBe(`/data-fetcher${listQuery}&site=Selasih+Park`);
    // jsdom would open it here
    backLink().addEventListener('click', (event) => event.preventDefault());
    expect(fireEvent.click(backLink(), { ctrlKey: true })).toBe(false);
    expect(location.pathname).toBe('/maintenance');
  });

  it('leads to all visits if the month was opened from elsewhere', async () => {
    renderRoute('/maintenance?year=2026&month=mar');
    await heading('Maintenance Report');
    expect(url(backLink())).toBe('/data-fetcher');
  });

  it('leads to all visits if another screen was opened in between', async () => {
    const { user } = renderRoute(`/data-fetcher${listQuery}`);
    await months();
    await user.click(screen.getByRole('link', { name: 'Profile' }));
    await heading('Residensi Selasih Park');
    const month = await waitFor(() => {
      const monthLink = screen.getAllByRole('link').find((link) => url(link)?.startsWith('/maintenance?'));
      if (!monthLink) throw new Error('No link to a month');
      return monthLink;
    });
    await user.click(month);
    await heading('Maintenance Report');
    expect(url(backLink())).toBe('/data-fetcher');
  });

  it('reveals nothing about the search to the next session in the tab', async () => {
    const { user } = renderRoute(`/data-fetcher${listQuery}`);
    await openMonth(user);
    expect(sessionStorage.getItem('portal.way')).toContain('emergency');
    act(() => endSession('expired'));
    await screen.findByLabelText('Secret Key');
    act(() => setSession({ ...userSession, token: 'e'.repeat(64), keyId: 9 }));
    await heading('Maintenance Report');
    expect(url(backLink())).toBe('/data-fetcher');
    expect(sessionStorage.getItem('portal.way') ?? '').not.toContain('emergency');
  });
});

const currentUrl = () => location.pathname + location.search;

/** Goes back to the page before, chooses another site there, and returns to the analytics of the first site. */
const changeSiteBefore = async (user: User, start: string) => {
  act(() => history.back());
  await waitFor(() => expect(currentUrl()).toBe(start));
  await user.click(await screen.findByRole('combobox', { name: 'Site' }));
  await user.click(screen.getByRole('option', { name: 'Kingfisher Rise' }));
  await waitFor(() => expect(location.search).toContain('Kingfisher'));
  act(() => history.forward());
  await waitFor(() => expect(currentUrl()).toBe(`/charts?year=${siteYear(new Date())}&site=Selasih+Park`));
};
const siteLink = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'This site' })).getByRole('link', { name });

describe('for an admin', () => {
  const site = 'Selasih Park';
  beforeEach(() => {
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () =>
        HttpResponse.json([listedSite({ id: 1, name: site }), listedSite({ id: 2, name: 'Kingfisher Rise' })]),
      ),
      http.post(`${origin}/rest/v1/rpc/site_overview`, () => HttpResponse.json([overviewRow({ name: site })])),
      http.post(`${origin}/rest/v1/rpc/search_visits`, () => HttpResponse.json(noVisits)),
    );
  });

  it('the links of a site lead back to the filtered history', async () => {
    const from = '/data-fetcher?kind=emergency&site=Selasih+Park';
    const { user } = renderRoute(from, adminSession);
    await openMonth(user);
    const entries = history.length;
    await user.click(backLink());
    await heading('Service History');
    expect(currentUrl()).toBe(from);
    expect(history.length).toBe(entries);
  });

  it('the links of another site do not', async () => {
    const { user } = renderRoute('/data-fetcher?kind=emergency&site=Selasih+Park', adminSession);
    await openMonth(user);
    await user.click(screen.getByRole('combobox', { name: 'Site' }));
    await user.click(screen.getByRole('option', { name: 'Kingfisher Rise' }));
    await waitFor(() => expect(url(backLink())).toBe('/data-fetcher?site=Kingfisher+Rise'));
  });

  describe('after the site was changed with Back from a page', () => {
    it.each(['/maintenance?site=Selasih+Park', '/maintenance?site=Selasih+Park&year=2026'])(
      'the links of that page open what they say: %s',
      async (start) => {
        const { user } = renderRoute(start, adminSession);
        await user.click(await siteLink('Analytics'));
        await waitFor(() => expect(currentUrl()).toBe(`/charts?year=${siteYear(new Date())}&site=Selasih+Park`));
        await changeSiteBefore(user, start);
        const records = await siteLink('Records');
        expect(url(records)).toBe('/maintenance?site=Selasih+Park');
        await user.click(records);
        await heading('Maintenance Report');
        expect(currentUrl()).toBe('/maintenance?site=Selasih+Park');
      },
    );

    it('and lead back to what is there now', async () => {
      const start = '/maintenance?site=Selasih+Park';
      const { user } = renderRoute(start, adminSession);
      await user.click(await siteLink('Analytics'));
      await waitFor(() => expect(currentUrl()).toBe(`/charts?year=${siteYear(new Date())}&site=Selasih+Park`));
      await changeSiteBefore(user, start);
      await user.click(screen.getByRole('combobox', { name: 'Site' }));
      await user.click(screen.getByRole('option', { name: 'Kingfisher Rise' }));
      await waitFor(() => expect(currentUrl()).toBe(`/charts?year=${siteYear(new Date())}&site=Kingfisher+Rise`));
      const entries = history.length;
      await user.click(await siteLink('Records'));
      await heading('Maintenance Report');
      expect(currentUrl()).toBe('/maintenance?site=Kingfisher+Rise');
      expect(history.length).toBe(entries);
    });
  });

  it('the search of all visits leads back to the overview with its filters', async () => {
    const from = '/DataEditor/overview?q=nowhere&sort=-site';
    const { user } = renderRoute(from, adminSession);
    await user.click(await screen.findByRole('link', { name: 'Search all visits for “nowhere”' }));
    await user.type(await screen.findByLabelText('Search titles, texts and sites'), ' arm');
    await waitFor(() => expect(location.search).toBe('?q=nowhere+arm'));
    await user.click(backLink('Back to Overview'));
    await heading('Overview');
    expect(currentUrl()).toBe(from);
  });

  it('the editor of a site leads back to the searched list', async () => {
    const from = '/DataEditor/sites?q=selasih';
    const { user } = renderRoute(from, adminSession);
    await user.click(await screen.findByRole('link', { name: site }));
    await screen.findByRole('form', { name: site });
    const entries = history.length;
    await user.click(backLink('All sites'));
    await heading('Sites');
    expect(currentUrl()).toBe(from);
    expect(history.length).toBe(entries);
  });

  it('the editor of a site leads to the whole list if it was opened from elsewhere', async () => {
    const { user } = renderRoute('/DataEditor/sites?site=Selasih+Park', adminSession);
    await screen.findByRole('form', { name: site });
    await user.click(backLink('All sites'));
    await heading('Sites');
    expect(currentUrl()).toBe('/DataEditor/sites');
  });

  it('the Data Deleter leads back to the form with its site', async () => {
    const { user } = renderRoute('/DataEditor?site=Selasih+Park', adminSession);
    await user.click(await screen.findByRole('link', { name: 'Need Correction? Enter Data Deleter' }));
    await heading('Data Deleter');
    await user.click(backLink('Back to Add New Task'));
    await heading('Add New Task');
    expect(currentUrl()).toBe('/DataEditor?site=Selasih+Park');
  });
});
