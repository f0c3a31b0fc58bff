import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { comeIntoView, drawn, installCharts } from '../../support/drawing/react-chartjs-2.tsx';
import { badges, chart, figure, heatRows, open, plate, posts, readInNovember } from './open-reading.ts';
import { entry, serveCarPosts } from './serve-car-posts.ts';

readInNovember();

describe('the figures', () => {
  it('are those that yearly counts can provide', async () => {
    serveCarPosts(posts());
    open();
    await badges();
    expect(figure('Failures in 2024')).toHaveTextContent('197 more than in 2023 (+58 %)');
    expect(figure('Share at the entrance')).toHaveTextContent('58 %Entrance 11, exit 8');
    expect(figure('Posts with failures')).toHaveTextContent('2of 3');
    expect(figure('Average pace')).toHaveTextContent('19 daysabout one every 19 days (from yearly counts)');
    expect(screen.getByText(/^Most failures in 2024/u).closest('p')).toHaveTextContent(
      'Most failures in 2024: P1 Main Gate (11); most frequent: Barrier Arm Jammed (18).',
    );
  });

  it('say "so far" in a year that is not over, and when there is nothing to compare with', async () => {
    serveCarPosts({ P1: [entry('Loop', 1, 1, 2026), entry('Loop', 9, 0, 2025)] });
    const { user } = open('?year=2026');
    await badges();
    expect(figure('Failures in 2026')).toHaveTextContent('2so far, 7 fewer than in all of 2025 (9)');
    await user.selectOptions(screen.getByLabelText('Year'), '2025');
    expect(figure('Failures in 2025')).toHaveTextContent('No counts for 2024 to compare with');
  });
});

describe('the heat map', () => {
  it('is a table of posts by types with totals, and links to the posts', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await badges();
    expect(await heatRows('2024')).toEqual([
      ['Post', 'Barrier Arm Jammed', 'Spring Broken', 'Total'],
      ['P1 Main Gate', '10', '1', '11'],
      ['P2 Rear Gate', '8', '–', '8'],
      ['Total', '18', '1', '19'],
    ]);
    const table = within(screen.getByRole('region', { name: 'Posts and failure types, 2024' })).getByRole('table');
    expect(within(table).getAllByRole('rowheader')).toHaveLength(3);
    await user.click(within(table).getByRole('link', { name: '8: Barrier Arm Jammed, P2 Rear Gate' }));
    expect(screen.getByRole('heading', { level: 2, name: 'P2 Rear Gate' })).toHaveFocus();
    expect(globalThis.location.hash).toBe('');
  });
});

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
    expect(plate('P1 Main Gate').getByText('11 failures in 2024: entrance 7, exit 4')).toBeVisible();
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

  it('draws its chart while it is in view, and all charts for printing', async () => {
    installCharts(false);
    serveCarPosts(posts());
    const { unmount } = open();
    await screen.findByRole('table', { name: /P2 Rear Gate$/u });
    expect(screen.queryByRole('img')).toBeNull();
    // the second one is observed a moment after it is rendered
    await waitFor(() => {
      comeIntoView();
      expect(screen.getAllByRole('img')).toHaveLength(2);
    });
    comeIntoView(false);
    expect(screen.queryByRole('img')).toBeNull();
    unmount();
    open();
    await badges();
    expect(screen.queryByRole('img')).toBeNull();
    globalThis.dispatchEvent(new Event('beforeprint'));
    expect(screen.getAllByRole('img')).toHaveLength(2);
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
