import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { serveSites } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { comeIntoView, drawn, installCharts } from './fake-charts.tsx';
import { address, entry, serveCarPosts } from './serve-car-posts.ts';

vi.mock('react-chartjs-2', async () => ({ Bar: (await import('./fake-charts.tsx')).FakeBar }));

// the screen with its chart library takes a while to be read on a busy machine
beforeAll(() => import('../../../src/features/failure-analytics/FailureAnalyticsRoute.tsx'), 30_000);
beforeEach(() => {
  installCharts();
  vi.setSystemTime('2026-11-21T12:00:00+08:00');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const posts = () => ({
  'P1 Main Gate': [
    entry('Barrier Arm Jammed', 5, 3, 2024),
    entry('Spring Broken', 1, 0, 2024),
    entry('Barrier Arm Jammed', 1, 1, 2024),
    entry('Barrier Arm Jammed', 6, 4, 2023),
    entry('Water Ingress', 2, 0, 2023),
  ],
  'P2 Rear Gate': [entry('Barrier Arm Jammed', 4, 4, 2024)],
  'P3 Service Gate': [entry('Spring Broken', 2, 2, 2026)],
});
const open = (search = '', session?: typeof adminSession) => renderRoute(`/charts${search}`, session);
const badges = async () => {
  await screen.findByText(/^(Most failures in|No failures were counted)/u);
  return screen
    .getAllByRole('heading', { level: 2 })
    .map((one) => one.textContent)
    .filter((text) => text.startsWith('P') && !text.startsWith('Posts'));
};
const plate = (post: string) => within(screen.getByRole('region', { name: post }));
const chart = () => [...drawn].find(([label]) => label.includes('P1 Main Gate'))?.[1];
const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement;

describe('the page', () => {
  it('says what it is and that it is loading', async () => {
    serveCarPosts(posts());
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Car Post Failure Analytics' })).toBeVisible();
    expect(screen.getByText('Monitor and manage vehicle access point incidents')).toBeVisible();
    expect(screen.getByText('Loading analytics data...')).toBeVisible();
    expect(await badges()).toEqual(['P1 Main Gate', 'P2 Rear Gate']);
    expect(screen.queryByText('Loading analytics data...')).toBeNull();
    expect(screen.getByText('You are in view-only mode. Unlock admin access to edit data.')).toBeVisible();
    expect(screen.queryByRole('spinbutton')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add New Issue' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Update Database' })).toBeNull();
  });

  it.each(['maintables', 'carpost'])('says that %s could not be read, and reads again', async (table) => {
    vi.spyOn(console, 'error').mockReturnValue();
    serveCarPosts(posts());
    server.use(http.get(`${origin}/rest/v1/${table}`, () => HttpResponse.json({ message: 'no' }, { status: 400 })));
    const { user } = open();
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
    serveCarPosts(posts());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await badges()).toEqual(['P1 Main Gate', 'P2 Rear Gate']);
  });

  it('takes an answer that is none for a failed one', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    serveCarPosts(posts());
    server.use(http.get(address, () => HttpResponse.json([{ json: {} }])));
    open();
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
  });

  it.each([
    ['a site without a record', () => serveCarPosts(null)],
    ['a record without posts', () => serveCarPosts({})],
    ['a key without a site', () => serveSites()],
  ])('has nothing to show for %s', async (_, serve) => {
    serve();
    open();
    expect(await screen.findByText('No failure records yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it('lets an admin pick a site, and says when there is none of that name', async () => {
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
    expect(await badges()).toEqual(['P1 Main Gate', 'P2 Rear Gate', 'P3 Service Gate']);
    expect(plate('P3 Service Gate').getByText('No entries in 2024')).toBeVisible();
  });
});

describe('the years', () => {
  it('are 2020 to 2030 with 2024 at first, kept in the address', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await badges();
    const year = screen.getByLabelText('Year');
    expect(year).toHaveValue('2024');
    expect(within(year).getAllByRole('option')).toHaveLength(11);
    await user.selectOptions(year, '2023');
    expect(globalThis.location.search).toBe('?year=2023');
    await user.selectOptions(year, '2024');
    expect(globalThis.location.search).toBe('');
  });

  it('lead to the latest one with entries', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Latest: 2026' }));
    expect(globalThis.location.search).toBe('?year=2026');
    expect(await badges()).toEqual(['P3 Service Gate']);
    expect(screen.queryByRole('button', { name: /^Latest/ })).toBeNull();
  });

  it.each(['?year=1999&compare=x', '?year=2024.0', '?compare=2024'])('are not taken from %s', async (search) => {
    serveCarPosts(posts());
    open(search);
    await badges();
    expect(screen.getByLabelText('Year')).toHaveValue('2024');
    expect(screen.getByLabelText('Compare with')).toHaveValue('');
  });

  it('without failures say so', async () => {
    serveCarPosts(posts());
    open('?year=2029');
    expect(await screen.findByText('No failures were counted in 2029.')).toBeVisible();
    expect(figure('Failures in 2029')).toHaveTextContent('0');
    expect(figure('Average pace')).toHaveTextContent('–');
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('the figures', () => {
  it('are those that yearly counts can give', async () => {
    serveCarPosts(posts());
    open();
    await badges();
    expect(figure('Failures in 2024')).toHaveTextContent('197 more than in 2023 (+58 %)');
    expect(figure('Share at the entrance')).toHaveTextContent('58 %Entrance 11, exit 8');
    expect(figure('Posts with failures')).toHaveTextContent('2of 3');
    expect(figure('Average pace')).toHaveTextContent('19 daysabout one every 19 days (from yearly counts)');
    expect(screen.getByText(/^Most failures in 2024/u)).toHaveTextContent(
      'Most failures in 2024: P1 Main Gate (11). Most frequent: Barrier Arm Jammed (18).',
    );
  });

  it('say "so far" in a year that is not over, and when there is nothing to compare with', async () => {
    serveCarPosts({ P1: [entry('Loop', 1, 1, 2026), entry('Loop', 9, 0, 2025)] });
    const { user } = open('?year=2026');
    await badges();
    expect(figure('Failures in 2026')).toHaveTextContent('2so far; 9 in all of 2025');
    await user.selectOptions(screen.getByLabelText('Year'), '2025');
    expect(figure('Failures in 2025')).toHaveTextContent('No counts of 2024 to compare with');
  });
});

describe('the heat map', () => {
  it('is a table of posts by types with totals, and leads to the posts', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await badges();
    const map = screen.getByRole('region', { name: 'Posts and failure types, 2024' });
    const table = within(map).getByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => Array.from(row.children, (cell) => cell.textContent)),
    ).toEqual([
      ['Post', 'Barrier Arm Jammed', 'Spring Broken', 'Total'],
      ['P1 Main Gate', '10', '1', '11'],
      ['P2 Rear Gate', '8', '–', '8'],
      ['Total', '18', '1', '19'],
    ]);
    expect(within(table).getAllByRole('rowheader')).toHaveLength(3);
    await user.click(within(table).getByRole('link', { name: '8: Barrier Arm Jammed, P2 Rear Gate' }));
    expect(screen.getByRole('heading', { level: 2, name: 'P2 Rear Gate' })).toHaveFocus();
    expect(globalThis.location.hash).toBe('');
  });
});

describe('a post', () => {
  it('has a chart with both sides, from zero in steps of one', async () => {
    serveCarPosts(posts());
    open();
    expect(
      await screen.findByRole('img', {
        name: 'Failure Occurrences by Type - 2024, P1 Main Gate. Most failures: Barrier Arm Jammed, 10.',
      }),
    ).toBeVisible();
    expect(chart()).toMatchObject({
      title: 'Failure Occurrences by Type - 2024',
      labels: [['Barrier Arm', 'Jammed'], ['Spring Broken']],
      series: [
        { label: 'Entrance Failures', data: [6, 1] },
        { label: 'Exit Failures', data: [4, 0] },
      ],
      y: { beginAtZero: true, ticks: { stepSize: 1, precision: 0 } },
    });
  });

  it('leaves steps of one to counts that can be read so', async () => {
    serveCarPosts({ P1: [entry('Loop', 10_000, 0, 2024)] });
    open();
    await screen.findByRole('img');
    const [only] = drawn.values();
    expect(only?.y.ticks).toMatchObject({ precision: 0 });
    expect(only?.y.ticks).not.toHaveProperty('stepSize');
  });

  it('has a card for every entry, two of one type too', async () => {
    serveCarPosts(posts());
    open();
    await screen.findByRole('img', { name: /P1 Main Gate/u });
    expect(
      plate('P1 Main Gate')
        .getAllByRole('listitem')
        .map((card) => card.textContent),
    ).toEqual(['Barrier Arm JammedEntrance5Exit3', 'Spring BrokenEntrance1Exit0', 'Barrier Arm JammedEntrance1Exit1']);
    expect(plate('P1 Main Gate').getByText('11 failures in 2024: entrance 7, exit 4')).toBeVisible();
  });

  it('is compared with another year in the chart, the table and the cards', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await badges();
    await user.selectOptions(screen.getByLabelText('Compare with'), '2023');
    expect(globalThis.location.search).toBe('?compare=2023');
    expect(chart()?.series).toEqual([
      { label: 'Entrance Failures', data: [6, 1, 0] },
      { label: 'Entrance Failures 2023', data: [6, 0, 2] },
      { label: 'Exit Failures', data: [4, 0, 0] },
      { label: 'Exit Failures 2023', data: [4, 0, 0] },
    ]);
    expect(plate('P1 Main Gate').getAllByText('2023: entrance 6, exit 4')).toHaveLength(2);
    await user.selectOptions(screen.getByLabelText('Year'), '2023');
    expect(globalThis.location.search).toBe('?year=2023');
  });

  it('always has its table for screen readers, and shows it when asked', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await badges();
    const table = plate('P1 Main Gate').getByRole('table', {
      name: 'Failure Occurrences by Type - 2024, P1 Main Gate',
    });
    expect(within(table).getByRole('row', { name: 'Barrier Arm Jammed 6 4' })).toBeInTheDocument();
    const button = plate('P1 Main Gate').getByRole('button', { name: 'Show as table' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('region', { name: 'Table of P1 Main Gate, 2024' })).toContainElement(
      screen.getByRole('table', { name: /P1 Main Gate$/u }),
    );
  });

  it('draws its chart when it comes into view, and all charts for paper', async () => {
    installCharts(false);
    serveCarPosts(posts());
    const { unmount } = open();
    await badges();
    expect(screen.queryByRole('img')).toBeNull();
    comeIntoView();
    expect(screen.getAllByRole('img')).toHaveLength(2);
    unmount();
    open();
    await badges();
    expect(screen.queryByRole('img')).toBeNull();
    globalThis.dispatchEvent(new Event('beforeprint'));
    expect(screen.getAllByRole('img')).toHaveLength(2);
    expect(screen.getByText('Selasih Park, 2024. Printed on 21 November 2026.')).toBeInTheDocument();
  });

  it('says when its picture cannot be made', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    serveCarPosts(posts());
    const { user } = open();
    await screen.findByRole('img', { name: /P1 Main Gate/u });
    await user.click(plate('P1 Main Gate').getByRole('button', { name: 'Chart as PNG' }));
    expect(await screen.findByText('The chart could not be saved as a picture.')).toBeVisible();
    expect(logged).toHaveBeenCalled();
  });
});

describe('the tools', () => {
  it('save the year as CSV and print', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    serveCarPosts(posts());
    const { user } = open();
    await badges();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(saved).toEqual(['Selasih-Park_failures_2024.csv']);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('40 posts are all there in the end, and a name such as __proto__ is only a name', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`Gate ${index}`, [entry('Loop', 1, 1, 2024)]]),
    );
    const json = JSON.stringify({ ...many, last: [entry('', 1, 1, 2024)] }).replace('"last"', '"__proto__"');
    serveCarPosts({});
    server.use(
      http.get(
        address,
        () =>
          new HttpResponse(`[{"json": ${json}, "revision": 1}]`, { headers: { 'content-type': 'application/json' } }),
      ),
    );
    open();
    expect(await screen.findByRole('heading', { level: 2, name: '__proto__' })).toBeVisible();
    // not by role: it would look through the whole page again and again
    await waitFor(() => expect(drawn.size).toBe(41));
    expect(plate('__proto__').getByRole('heading', { level: 3, name: '(no type)' })).toBeVisible();
  });
});
