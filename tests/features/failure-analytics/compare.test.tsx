import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { badges, chart, figure, heatRows, open, plate, posts, readInNovember } from './open-reading.ts';
import { entry, serveCarPosts } from './serve-car-posts.ts';
import { ownQuery } from '../../support/render-route.tsx';

readInNovember();

const sentence = () => screen.getByText(/^Most failures in/u).parentElement;

describe('a year compared with another', () => {
  it('is compared in the sentence, the figures and the heat map', async () => {
    serveCarPosts(posts());
    open('?compare=2023');
    await badges();
    expect(sentence()).toHaveTextContent(
      'Most failures in 2024: P1 Main Gate (11; 12 in 2023); most frequent: Barrier Arm Jammed (18; 10 in 2023).',
    );
    expect(figure('Failures in 2024')).toHaveTextContent('197 more than in 2023 (+58 %)');
    expect(figure('Share at the entrance')).toHaveTextContent('Entrance 11, exit 82023: 67 %');
    expect(figure('Posts with failures')).toHaveTextContent('2of 32023: 1');
    expect(figure('Average pace')).toHaveTextContent('2023: 30 days');
    expect(await heatRows('2024 and 2023')).toEqual([
      ['Post', 'Barrier Arm Jammed', 'Spring Broken', 'Water Ingress', 'Total'],
      ['P1 Main Gate', '10 10', '1 –', '– 2', '11 12'],
      ['P2 Rear Gate', '8 –', '–', '–', '8 0'],
      ['Total', '18 10', '1 0', '0 2', '19 12'],
    ]);
    expect(screen.getByRole('link', { name: '10: Barrier Arm Jammed, P1 Main Gate; 10 in 2023' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'No entry: Water Ingress, P1 Main Gate; 2 in 2023' })).toBeVisible();
    expect(screen.getByText('Upper figures and colours:').parentElement).toHaveTextContent(/2024$/u);
    // both years are over: nothing has to be explained
    expect(screen.queryByText(/so far/u)).toBeNull();
  });

  it('is compared in the chart, the table and the cards', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await badges();
    await user.selectOptions(screen.getByLabelText('Compare with'), '2023');
    expect(ownQuery()).toBe('?compare=2023');
    expect(chart()?.series).toEqual([
      { label: 'Entrance Failures 2024', data: [6, 1, 0] },
      { label: 'Entrance Failures 2023', data: [6, 0, 2] },
      { label: 'Exit Failures 2024', data: [4, 0, 0] },
      { label: 'Exit Failures 2023', data: [4, 0, 0] },
    ]);
    // once as a column header of the table, once in the legend
    for (const { label } of chart()?.series ?? [])
      expect(
        plate('P1 Main Gate')
          .getAllByText(label)
          .map(({ tagName }) => tagName),
      ).toEqual(['LI', 'TH']);
    expect(plate('P1 Main Gate').getByText(/^11 failures in 2024/u)).toHaveTextContent(/; 12 in 2023$/u);
    expect(plate('P1 Main Gate').getByText('Most failures: Barrier Arm Jammed, 10 (10 in 2023)')).toBeVisible();
    expect(
      plate('P1 Main Gate')
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Barrier Arm Jammed', 'Barrier Arm Jammed', 'Spring Broken', 'Water Ingress']);
    expect(plate('P1 Main Gate').getAllByText('2023: entrance 6, exit 4')).toHaveLength(2);
    await user.selectOptions(screen.getByLabelText('Year'), '2023');
    expect(ownQuery()).toBe('?year=2023');
  });

  it('that is not over yet is marked as partial, whichever year was chosen first', async () => {
    serveCarPosts({ P1: [entry('Loop', 1, 1, 2026), entry('Loop', 9, 0, 2024), entry('Loop', 4, 0, 2025)] });
    const { user } = open('?year=2026&compare=2024');
    await badges();
    const words = '2026 so far against all of 2024: counts have no months, so the same part of 2024 is not known.';
    expect(screen.getByText(words)).toBeVisible();
    // not with the previous year, which nobody chose
    expect(figure('Failures in 2026')).toHaveTextContent('2so far, 7 fewer than in all of 2024 (9)');
    expect(screen.queryByText(/2025/u, { selector: 'main *:not(option)' })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Year'), '2024');
    await user.selectOptions(screen.getByLabelText('Compare with'), '2026');
    expect(screen.getByText(words)).toBeVisible();
    expect(figure('Failures in 2024')).toHaveTextContent('9in all, 7 more than in 2026 so far (2)');
  });

  it('that has no counts or has not begun does not count as a year without failures', async () => {
    serveCarPosts(posts());
    const { user } = open('?compare=2021');
    await badges();
    expect(figure('Failures in 2024')).toHaveTextContent('19No counts for 2021 to compare with');
    expect(figure('Average pace')).not.toHaveTextContent('2021');
    await user.selectOptions(screen.getByLabelText('Compare with'), '2028');
    expect(screen.getByText('2028 has not begun: there is nothing to compare yet.')).toBeVisible();
  });

  it('shows a post that only the other year has, in the heat map and below', async () => {
    serveCarPosts(posts());
    open('?year=2026&compare=2023');
    expect(await badges()).toEqual(['P3 Service Gate', 'P1 Main Gate']);
    expect(plate('P1 Main Gate').getByText('No entries in 2026; 12 in 2023')).toBeVisible();
    expect((await heatRows('2026 and 2023')).at(-1)).toEqual(['Total', '4 0', '0 10', '0 2', '4 12']);
  });
});
