import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawnLines } from '../../../support/drawing/react-chartjs-2.tsx';
import { open, readInNovember } from '../open-reading.ts';
import { entry, serveCarPosts } from '../serve-car-posts.ts';

readInNovember();

it('the years are a line with gaps, the running one "so far", and a table for screen readers', async () => {
  serveCarPosts({
    P1: [entry('Loop', 3, 1, 2022), entry('Loop', 0, 0, 2024)],
    P2: [entry('Arm', 1_000, 1, 2022), entry('Arm', 2, 2, 2026), entry('Arm', 0, 0, 2027)],
  });
  open();
  const line = await screen.findByRole('img', {
    name: 'Failures per year. 2022: 1,005; 2023: no counts; 2024: 0; 2025: no counts; 2026: 4 so far.',
  });
  expect(line).toBeVisible();
  expect([...drawnLines.values()]).toEqual([
    [
      ['2022', 1_005],
      ['2023', null],
      ['2024', 0],
      ['2025', null],
      ['2026 so far', 4],
    ],
  ]);
  expect(screen.getByText('A gap is a year without counts, which is not zero.')).toBeVisible();
  const rows = within(screen.getByRole('table', { name: 'Failures per year' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'YearFailures',
    '20221,005',
    '2023No counts',
    '20240',
    '2025No counts',
    '2026 so far4',
  ]);
});

it('a single year is a sentence', async () => {
  serveCarPosts({ P1: [entry('Loop', 1, 0, 2026)] });
  open('?year=2026');
  expect(
    await screen.findByText(
      '1 failure in 2026 so far. No other year has counts: how the years compare shows here once two have them.',
    ),
  ).toBeVisible();
  expect(screen.queryByText('Failures per year')).toBeNull();
});
