import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { drawn } from '../../support/drawing/react-chartjs-2.tsx';
import { adminSession, ownQuery } from '../../support/render-route.tsx';
import { serveSites } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';
import { shownPosts, findings, heatRows, open, plate, posts, readInNovember, row } from './open-reading.ts';
import { tableUrl, entry, serveCarPosts } from './serve-car-posts.ts';

readInNovember();

describe('the page', () => {
  it('shows its heading and that it is loading', async () => {
    serveCarPosts(posts());
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Car Post Failure Analytics' })).toBeVisible();
    expect(screen.getByText('Monitor and manage vehicle access point incidents')).toBeVisible();
    expect(screen.getByText('Loading analytics data...')).toBeVisible();
    expect(await shownPosts()).toEqual(['P1 Main Gate', 'P2 Rear Gate']);
    expect(screen.queryByText('Loading analytics data...')).toBeNull();
    expect(screen.getByText('You are in view-only mode. Unlock admin access to edit data.')).toBeVisible();
    expect(screen.queryByRole('spinbutton')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add New Issue' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Update Database' })).toBeNull();
  });

  it('treats an invalid response as a failure', async () => {
    hurry();
    vi.spyOn(console, 'error').mockReturnValue();
    serveCarPosts(posts());
    server.use(http.get(tableUrl, () => HttpResponse.json([{ json: {} }])));
    open();
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
  });

  it.each([
    ['a site without a record', () => serveCarPosts(null)],
    ['a record without posts', () => serveCarPosts({})],
    ['a key without a site', () => serveSites()],
  ])('says that there is nothing to show for %s', async (_, serve) => {
    serve();
    open();
    expect(await screen.findByText('No failure records yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it('lets an admin pick a site, and says when no site has that name', async () => {
    serveCarPosts(posts());
    const { unmount } = open('', adminSession);
    expect(await screen.findByText('Select a site to see its failures.')).toBeVisible();
    unmount();
    const asked = serveSites();
    open('?site=Nowhere', adminSession);
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
    expect(asked[0]?.searchParams.get('name')).toBe('eq.Nowhere');
  });

  it('shows an admin the posts without entries in the year too', async () => {
    serveCarPosts(posts());
    open('?site=Selasih+Park', adminSession);
    expect(await shownPosts()).toEqual(['P1 Main Gate', 'P2 Rear Gate', 'P3 Service Gate']);
    expect(plate('P3 Service Gate').getByText('No entries in 2024')).toBeVisible();
  });
});

describe('the years', () => {
  it('are 2020 to 2030, with 2024 as the default, kept in the query string', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await shownPosts();
    const year = screen.getByLabelText('Year');
    expect(year).toHaveValue('2024');
    expect(within(year).getAllByRole('option')).toHaveLength(11);
    await user.selectOptions(year, '2023');
    expect(ownQuery()).toBe('?year=2023');
    await user.selectOptions(year, '2024');
    expect(ownQuery()).toBe('');
  });

  it('link to the latest year with entries', async () => {
    serveCarPosts(posts());
    const { user } = open();
    expect(await screen.findByText('You are looking at 2024; newest is 2026.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Latest: 2026' }));
    expect(ownQuery()).toBe('?year=2026');
    expect(await shownPosts()).toEqual(['P3 Service Gate']);
    expect(screen.queryByRole('button', { name: /^Latest/ })).toBeNull();
    expect(screen.queryByText(/newest is/u)).toBeNull();
  });

  it.each(['?year=1999&compare=x', '?year=2024.0', '?compare=2024'])('ignore an invalid %s', async (search) => {
    serveCarPosts(posts());
    open(search);
    await shownPosts();
    expect(screen.getByLabelText('Year')).toHaveValue('2024');
    expect(screen.getByLabelText('Compare with')).toHaveValue('');
  });

  it('say when they have not begun', async () => {
    serveCarPosts(posts());
    open('?year=2029');
    expect(await screen.findByText('2029 has not begun.')).toBeVisible();
    expect(screen.queryByText('Worst post')).toBeNull();
    expect(screen.queryByRole('heading', { name: /^Posts and failure types/u })).toBeNull();
  });
});

/** Posts of which the worst is the last in the record, as is its worst type. */
const worstLast = () => ({
  A: [entry('Loop', 1, 1, 2024), entry('Arm', 2, 1, 2024)],
  B: [entry('Belt', 1, 0, 2024), entry('Loop', 9, 0, 2024)],
});
const headings = (level: number, part: Pick<typeof screen, 'getAllByRole'> = screen) =>
  part.getAllByRole('heading', { level }).map(({ textContent }) => textContent);

describe('the order', () => {
  it('begins with the worst post and type, in the map, the charts, the tables and the cards', async () => {
    serveCarPosts(worstLast());
    open();
    await screen.findByRole('heading', { level: 2, name: 'A' });
    expect(headings(2)).toEqual(['Posts and failure types, 2024', 'B', 'A']);
    expect((await heatRows('2024')).map(([post]) => post)).toEqual(['Post', 'B', 'A', 'Total']);
    const table = await within(screen.getByRole('region', { name: 'A' })).findByRole('table');
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Arm', 'Loop']);
    expect(headings(3, plate('A'))).toEqual(['Arm', 'Loop']);
    await waitFor(() =>
      expect([...drawn].find(([label]) => label.includes(', A.'))?.[1].labels).toEqual([['Arm'], ['Loop']]),
    );
  });

  it('is that of the record while counts are edited, so that nothing moves while typing', async () => {
    serveCarPosts(worstLast());
    open('?site=Selasih+Park', adminSession);
    await screen.findByRole('heading', { level: 2, name: 'A' });
    expect((await heatRows('2024')).map(([post]) => post)).toEqual(['Post', 'A', 'B', 'Total']);
    expect(headings(3, plate('A'))).toEqual(['Loop', 'Arm']);
  });
});

describe('a URL that links to a post', () => {
  it('scrolls to it once the page has loaded, by the position of the post in the record', async () => {
    serveCarPosts(posts());
    open('?year=2026#post-2');
    await screen.findByRole('heading', { level: 2, name: 'P3 Service Gate' });
    await waitFor(() => expect(row('P3 Service Gate')).toHaveFocus());
  });

  it('leaves the page at its top when there is no such post', async () => {
    serveCarPosts(posts());
    open('?year=2026#post-7');
    await shownPosts();
    expect(row('P3 Service Gate')).not.toHaveFocus();
  });
});

/** Whether `later` comes after `earlier` on the page. */
const follows = (earlier: HTMLElement, later: HTMLElement) =>
  (earlier.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;

describe('the tools', () => {
  it('are at the bottom for a client, after the results, and at the top for an admin', async () => {
    serveCarPosts(posts());
    const { unmount } = open();
    await shownPosts();
    const last = screen.getByRole('heading', { level: 2, name: 'P2 Rear Gate' });
    for (const name of ['Unlock Admin Access', 'Export CSV', 'Print'])
      expect(follows(last, screen.getByRole('button', { name }))).toBe(true);
    expect(follows(last, screen.getByText(/^You are in view-only mode/u))).toBe(true);
    unmount();
    open('?site=Selasih+Park', adminSession);
    await shownPosts();
    expect(follows(screen.getByRole('button', { name: 'Export CSV' }), await findings())).toBe(true);
  });

  it('save the year as CSV and print it', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    serveCarPosts(posts());
    const { user } = open();
    await shownPosts();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await user.selectOptions(screen.getByLabelText('Compare with'), '2023');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(saved).toEqual(['Selasih-Park_failures_2024.csv', 'Selasih-Park_failures_2023-2024.csv']);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('are followed by all of 40 posts, even a post named __proto__', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`Gate ${index}`, [entry('Loop', 1, 1, 2024)]]),
    );
    const json = JSON.stringify({ ...many, last: [entry('', 1, 1, 2024)] }).replace('"last"', '"__proto__"');
    serveCarPosts({});
    server.use(
      http.get(
        tableUrl,
        () =>
          new HttpResponse(`[{"json": ${json}, "revision": 1}]`, { headers: { 'content-type': 'application/json' } }),
      ),
    );
    open();
    expect(await screen.findByRole('heading', { level: 2, name: '__proto__' })).toBeVisible();
    // not by role, which would search the whole page repeatedly
    await waitFor(() => expect(drawn.size).toBe(41));
    expect(plate('__proto__').getByRole('heading', { level: 3, name: '(no type)' })).toBeVisible();
  });
});
