import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ownQuery } from '../../support/render-route.tsx';
import { shownPosts, chart, figure, findings, heatRows, open, plate, posts, readInNovember } from './open-reading.ts';
import { entry, serveCarPosts } from './serve-car-posts.ts';

readInNovember();

describe('a year compared with another', () => {
  it('is compared in the sentence, the figures and the heat map', async () => {
    serveCarPosts(posts());
    open('?compare=2023');
    await shownPosts();
    expect(await findings()).toHaveTextContent(
      'At the posts counted in both years, fewer failures: 1.0 a month in 2023, 0.9 in 2024; P2 Rear Gate has no counts for 2023.',
    );
    expect(figure('Worst post')).toHaveTextContent('1 fewer in 2024 than in 2023');
    expect(figure('Share at the entrance, 2023 to 2024')).toHaveTextContent('67 % 58 %');
    expect(await heatRows('2023 and 2024')).toEqual([
      ['Post', 'Barrier Arm Jammed', 'Spring Broken', 'Water Ingress', 'Total'],
      ['P1 Main Gate', '10 10', '– 1', '2 –', '12 11↓ 11 fewer in 2024 than in 2023'],
      ['P2 Rear Gate', '– 8', '–', '–', '– 8–not compared: not counted in both years'],
      [
        'Total',
        '10 18no change*as many in 2024 as in 2023 at the posts counted in both years',
        '– 1newnew: no entry in 2023',
        '2 –no entryno entry in 2024',
        '12 19↓ 1*1 fewer in 2024 than in 2023 at the posts counted in both years',
      ],
    ]);
    expect(
      screen.getByRole('link', { name: '10 in 2023, 10 in 2024: Barrier Arm Jammed, P1 Main Gate' }),
    ).toBeVisible();
    expect(
      screen.getByRole('link', { name: '2 in 2023, no entry in 2024: Water Ingress, P1 Main Gate' }),
    ).toBeVisible();
    expect(screen.getByText('Small figures:').closest('p')).toHaveTextContent(
      /^Small figures: 2023Large figures and colours: 2024Arrows: more or fewer in 2024\* At the posts counted in both years; P2 Rear Gate has no counts for 2023\.$/u,
    );
    // both years are over, so nothing has to be explained
    expect(await findings()).not.toHaveTextContent('so far');
  });

  it('is compared in the chart, the table and the cards', async () => {
    serveCarPosts(posts());
    const { user } = open();
    await shownPosts();
    await user.selectOptions(screen.getByLabelText('Compare with'), '2023');
    expect(ownQuery()).toBe('?compare=2023');
    expect(chart()?.series).toEqual([
      { label: 'Entrance Failures 2023', data: [6, null, 2] },
      { label: 'Entrance Failures 2024', data: [6, 1, null] },
      { label: 'Exit Failures 2023', data: [4, null, 0] },
      { label: 'Exit Failures 2024', data: [4, 0, null] },
    ]);
    // once as a column header of the table, once in the legend
    for (const { label } of chart()?.series ?? [])
      expect(
        plate('P1 Main Gate')
          .getAllByText(label)
          .map(({ tagName }) => tagName),
      ).toEqual(['LI', 'TH']);
    expect(
      plate('P1 Main Gate').getByText('11 failures in 2024, 1 fewer than in 2023 (−8 %); entrance 7, exit 4'),
    ).toBeVisible();
    expect(
      plate('P1 Main Gate')
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Barrier Arm Jammed', 'Barrier Arm Jammed', 'Spring Broken', 'Water Ingress']);
    expect(
      plate('P1 Main Gate')
        .getAllByRole('listitem')
        .map((card) => card.textContent),
    ).toEqual([
      // two entries of a type are compared together
      'Barrier Arm JammedEntrance5Exit32023: entrance 6, exit 4All of this type, 2023 to 2024: no changeas many in 2024 as in 2023',
      'Barrier Arm JammedEntrance1Exit12023: entrance 6, exit 4All of this type, 2023 to 2024: no changeas many in 2024 as in 2023',
      'Spring BrokenEntrance– 1Exit– 02023 to 2024: newnew: no entry in 2023',
      'Water IngressEntrance2 –Exit0 –2023 to 2024: no entryno entry in 2024',
    ]);
    expect(plate('P1 Main Gate').getByRole('row', { name: /^Water Ingress/u })).toHaveTextContent(
      'Water Ingress2–0–no entryno entry in 2024',
    );
    await user.selectOptions(screen.getByLabelText('Year'), '2023');
    expect(ownQuery()).toBe('?year=2023');
  });

  it('is marked as partial if it is not over yet, whichever year was chosen first', async () => {
    serveCarPosts({ P1: [entry('Loop', 1, 1, 2026), entry('Loop', 9, 0, 2024), entry('Loop', 4, 0, 2025)] });
    const { user } = open('?year=2026&compare=2024');
    await shownPosts();
    const words = '2026 so far against all of 2024: counts have no months, so the same part of 2024 is not known.';
    const answer = 'Fewer failures: 0.8 a month in 2024, 0.2 in 2026 so far.';
    expect(await findings()).toHaveTextContent(answer);
    expect(await findings()).toHaveTextContent(words);
    // not with the previous year, which nobody chose
    expect(await findings()).not.toHaveTextContent('2025');
    expect(plate('P1').getByText(/^2 failures in 2026/u)).toHaveTextContent(
      '2 failures in 2026 so far, 7 fewer than in all of 2024 (9); entrance 1, exit 1',
    );
    const row = '9 2↓ 77 fewer in 2026 so far than in all of 2024';
    expect((await heatRows('2024 and 2026'))[1]?.at(-1)).toBe(row);
    await user.selectOptions(screen.getByLabelText('Year'), '2024');
    await user.selectOptions(screen.getByLabelText('Compare with'), '2026');
    expect(await findings()).toHaveTextContent(answer);
    expect(await findings()).toHaveTextContent(words);
    expect((await heatRows('2024 and 2026'))[1]?.at(-1)).toBe(row);
    expect(plate('P1').getByText(/^9 failures in 2024/u)).toHaveTextContent(
      '9 failures in 2024 in all, 7 more than in 2026 so far (2); entrance 9, exit 0',
    );
  });

  it('does not count as a year without failures if it has no counts or has not begun', async () => {
    serveCarPosts(posts());
    const { user } = open('?compare=2021');
    await shownPosts();
    expect(await findings()).toHaveTextContent(
      '1.6 failures a month in 2024; nothing is entered for 2021 to compare with.',
    );
    expect(figure('Share at the entrance')).not.toHaveTextContent('2021');
    await user.selectOptions(screen.getByLabelText('Compare with'), '2028');
    expect(await findings()).toHaveTextContent(/2028 has not begun: there is nothing to compare yet\.$/u);
    expect(screen.queryByText('Arrows:')).toBeNull();
  });

  it('shows a post that only the other year has, in the heat map and below', async () => {
    serveCarPosts(posts());
    open('?year=2026&compare=2023');
    expect(await shownPosts()).toEqual(['P3 Service Gate', 'P1 Main Gate']);
    expect(plate('P1 Main Gate').getByText('12 failures in 2023; no entries in 2026')).toBeVisible();
    expect((await heatRows('2023 and 2026')).at(-1)).toEqual([
      'Total',
      ...['– 4', '10 –', '2 –', '12 4'].map((counts) => `${counts}–not compared: not counted in both years`),
    ]);
  });
});
