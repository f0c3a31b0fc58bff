import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setInView, drawn, installCharts } from '../../support/drawing/react-chartjs-2.tsx';
import { adminSession } from '../../support/render-route.tsx';
import {
  shownPosts,
  chart,
  figure,
  findings,
  heatRows,
  open,
  openPosts,
  plate,
  posts,
  readInNovember,
  row,
} from './open-reading.ts';
import { entry, serveCarPosts } from './serve-car-posts.ts';

readInNovember();

describe('the figures', () => {
  it('are those that yearly counts can provide', async () => {
    serveCarPosts(posts());
    open();
    await shownPosts();
    expect(await findings()).toHaveTextContent(
      'At the posts counted in both years, fewer failures: 1.0 a month in 2023, 0.9 in 2024; P2 Rear Gate has no counts for 2023.' +
        'Failures a month at these posts: the count of 2023 divided by 12, of 2024 by 12.',
    );
    expect(figure('Worst post')).toHaveTextContent(
      'P1 Main Gate58 % of all failures1 fewer in 2024 than in 2023Visits of P1 Main Gate in 2024',
    );
    expect(figure('Most frequent failure')).toHaveTextContent(
      'Barrier Arm Jammed95 % of all failuresas many in 2024 as in 2023 at the posts counted in both years',
    );
    expect(figure('Share at the entrance, 2023 to 2024')).toHaveTextContent('67 % 58 %Entrance 11, exit 8 in 2024');
  });

  it('show each count of a post and a type once: in the card, not in the bars', async () => {
    serveCarPosts({ 'P1 Main Gate': [entry('Loop', 41, 37, 2024), entry('Arm', 3, 2, 2024)] });
    const { user } = open();
    await screen.findByRole('img', { name: /P1 Main Gate/u });
    // the table is for screen readers only
    expect(
      plate('P1 Main Gate')
        .getAllByText('41')
        .map((text) => text.closest('table') === null),
    ).toEqual([true, false]);
    expect(drawn.values().next().value?.counted).toBe(false);
    await user.click(plate('P1 Main Gate').getByRole('button', { name: 'Show as table' }));
    expect(plate('P1 Main Gate').getAllByText('41')).toHaveLength(1);
    expect(plate('P1 Main Gate').queryByRole('heading', { level: 3, name: 'Loop' })).toBeNull();
  });

  it('name those that tie, each with a way to its visits', async () => {
    serveCarPosts({
      P1: [entry('Loop', 2, 0, 2024)],
      P2: [entry('Arm', 1, 1, 2024)],
      P3: [entry('Belt', 0, 2, 2024)],
    });
    open('?site=Selasih+Park', adminSession);
    await shownPosts();
    expect(figure('Worst posts')).toHaveTextContent('P1, P2 and 1 more33 % of all failures each');
    const links = within(figure('Worst posts') ?? document.body).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Visits of P1 in 2024', '/data-fetcher?year=2024&post=P1&site=Selasih+Park'],
      ['Visits of P2 in 2024', '/data-fetcher?year=2024&post=P2&site=Selasih+Park'],
    ]);
  });

  it('say "so far" in a year that is not over, and when there is nothing to compare with', async () => {
    serveCarPosts({ P1: [entry('Loop', 1, 1, 2026), entry('Loop', 9, 0, 2025)] });
    const { user } = open('?year=2026');
    await shownPosts();
    expect(await findings()).toHaveTextContent(
      'Fewer failures: 0.8 a month in 2025, 0.2 in 2026 so far.' +
        'Failures a month: the count of 2025 divided by 12, of 2026 by the 10.7 months so far.',
    );
    expect(figure('Worst post')).toHaveTextContent('7 fewer in 2026 so far than in all of 2025');
    await user.selectOptions(screen.getByLabelText('Year'), '2025');
    expect(await findings()).toHaveTextContent(
      '0.8 failures a month in 2025; nothing is entered for 2024 to compare with.',
    );
    expect(figure('Worst post')).toHaveTextContent(/100 % of all failuresVisits of P1 in 2025$/u);
  });
});

describe('the heat map', () => {
  it('is a table of posts by types with totals, and links to the posts', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await shownPosts();
    expect(await heatRows('2024')).toEqual([
      ['Post', 'Barrier Arm Jammed', 'Spring Broken', 'Total'],
      ['P1 Main Gate', '10', '1', '11'],
      ['P2 Rear Gate', '8', '–', '8'],
      ['Total', '18', '1', '19'],
    ]);
    const table = within(screen.getByRole('region', { name: 'Posts and failure types, 2024' })).getByRole('table');
    expect(within(table).getAllByRole('rowheader')).toHaveLength(3);
    await user.click(within(table).getByRole('link', { name: '8: Barrier Arm Jammed, P2 Rear Gate' }));
    expect(row('P2 Rear Gate')).toHaveFocus();
    await waitFor(() => expect(openPosts()).toEqual(['P2 Rear Gate']));
    expect(globalThis.location.hash).toBe('');
  });

  it('is turned on a phone: types are rows, and posts columns under their codes', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query.startsWith('(width <') }),
    );
    serveCarPosts(posts());
    const { user } = open();
    await shownPosts();
    expect(await heatRows('2024')).toEqual([
      ['Failure Type', 'P1', 'P2', 'Total'],
      ['Barrier Arm Jammed', '10', '8', '18'],
      ['Spring Broken', '1', '–', '1'],
      ['Total', '11', '8', '19'],
    ]);
    const table = within(screen.getByRole('region', { name: 'Posts and failure types, 2024' })).getByRole('table');
    expect(within(table).getByRole('link', { name: '8: Barrier Arm Jammed, P2 Rear Gate' })).toBeVisible();
    await user.click(within(table).getByRole('link', { name: 'P2 Rear Gate' }));
    expect(row('P2 Rear Gate')).toHaveFocus();
    // on paper posts are rows
    act(() => void globalThis.dispatchEvent(new Event('beforeprint')));
    expect((await heatRows('2024'))[1]).toEqual(['P1 Main Gate', '10', '1', '11']);
  });
});

const barCharts = () => screen.queryAllByRole('img', { name: /^Failure Occurrences/u });

describe('a post', () => {
  it('has a chart of entrance and exit, from zero in steps of one', async () => {
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

  it('uses steps of one only for small counts', async () => {
    serveCarPosts({ P1: [entry('Loop', 10_000, 0, 2024)] });
    open();
    await screen.findByRole('img');
    const [only] = drawn.values();
    expect(only?.y.ticks).toMatchObject({ precision: 0 });
    expect(only?.y.ticks).not.toHaveProperty('stepSize');
  });

  it('has a card for every entry, even two of one type', async () => {
    serveCarPosts(posts());
    open();
    await screen.findByRole('img', { name: /P1 Main Gate/u });
    expect(
      plate('P1 Main Gate')
        .getAllByRole('listitem')
        .map((card) => card.textContent),
    ).toEqual(['Barrier Arm JammedEntrance5Exit3', 'Barrier Arm JammedEntrance1Exit1', 'Spring BrokenEntrance1Exit0']);
    expect(row('P1 Main Gate')).toHaveTextContent('P1 Main Gate7 entrance4 exit');
  });

  it('is open if it is the worst, and closes when another one opens', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await shownPosts();
    expect(openPosts()).toEqual(['P1 Main Gate']);
    expect(row('P2 Rear Gate')).toHaveTextContent('P2 Rear Gate4 entrance4 exit');
    await user.click(row('P2 Rear Gate'));
    await waitFor(() => expect(openPosts()).toEqual(['P2 Rear Gate']));
    await user.click(row('P2 Rear Gate'));
    await waitFor(() => expect(openPosts()).toEqual([]));
    await user.click(row('P1 Main Gate'));
    await waitFor(() => expect(openPosts()).toEqual(['P1 Main Gate']));
    // on paper nothing is folded
    act(() => void globalThis.dispatchEvent(new Event('beforeprint')));
    expect(openPosts()).toEqual(['P1 Main Gate', 'P2 Rear Gate']);
    act(() => void globalThis.dispatchEvent(new Event('afterprint')));
    await waitFor(() => expect(openPosts()).toEqual(['P1 Main Gate']));
  });

  it('always has its table for screen readers, and shows it on request', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await shownPosts();
    const table = plate('P1 Main Gate').getByRole('table', {
      name: 'Failure Occurrences by Type - 2024, P1 Main Gate',
    });
    expect(within(table).getByRole('row', { name: 'Barrier Arm Jammed 6 4' })).toBeInTheDocument();
    expect(plate('P1 Main Gate').getByRole('link', { name: 'Visits of P1 Main Gate in 2024' })).toHaveAttribute(
      'href',
      '/data-fetcher?year=2024&post=P1+Main+Gate',
    );
    const button = plate('P1 Main Gate').getByRole('button', { name: 'Show as table' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('region', { name: 'Table of P1 Main Gate, 2024' })).toContainElement(
      screen.getByRole('table', { name: /P1 Main Gate$/u }),
    );
  });

  it('draws its chart while it is in view, and all charts for printing', async () => {
    installCharts(false);
    serveCarPosts(posts());
    const { unmount } = open();
    await screen.findByRole('table', { name: /P2 Rear Gate$/u });
    expect(barCharts()).toHaveLength(0);
    // the second one is observed a moment after it is rendered
    await waitFor(() => {
      setInView();
      expect(barCharts()).toHaveLength(2);
    });
    setInView(false);
    expect(barCharts()).toHaveLength(0);
    unmount();
    open();
    await shownPosts();
    expect(barCharts()).toHaveLength(0);
    globalThis.dispatchEvent(new Event('beforeprint'));
    expect(barCharts()).toHaveLength(2);
    expect(screen.getByText('Selasih Park, 2024. Printed on 21 November 2026.')).toBeInTheDocument();
  });

  it('reports that its image cannot be made', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    serveCarPosts(posts());
    const { user } = open();
    await screen.findByRole('img', { name: /P1 Main Gate/u });
    await user.click(plate('P1 Main Gate').getByRole('button', { name: 'Chart as PNG' }));
    expect(await screen.findByText('The chart could not be saved as a picture.')).toBeVisible();
    expect(logged).toHaveBeenCalled();
  });
});
