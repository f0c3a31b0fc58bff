import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ChartColours } from '../../../../src/features/failure-analytics/chart/chart-colours.ts';
import {
  countsAtPoints,
  trendData,
  trendOptions,
} from '../../../../src/features/failure-analytics/trend/YearTrend.tsx';
import { drawnLines } from '../../../support/drawing/react-chartjs-2.tsx';
import { drawChart } from '../draw-chart.ts';
import { open, readInNovember } from '../open-reading.ts';
import { entry, serveCarPosts } from '../serve-car-posts.ts';

readInNovember();

it('the years are a line with gaps, the current one "so far", and a table for screen readers, without future years', async () => {
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

const total = (year: number, count: number | null, soFar = false) => ({ year, total: count, soFar });

/** The texts on a line, and the dashes of its parts. */
function drawLine(totals: ReturnType<typeof total>[]): { texts: unknown[]; dashes: unknown[] } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each colour is black
  const colours = new Proxy({}, { get: () => '#000' }) as ChartColours;
  const yearShown = 2025;
  const data = trendData(totals, yearShown, colours);
  const options = { ...trendOptions(colours, false), responsive: false };
  const { texts, dashes } = drawChart({ type: 'line', data, options, plugins: [countsAtPoints] }, 360, 180);
  return { texts, dashes: [...new Set(dashes)] };
}

it('the part to a year that is not over is dashed, and each count is at its point', () => {
  expect(drawLine([total(2023, 1_234), total(2024, null), total(2025, 0)])).toEqual({
    texts: ['2023', '2024', '2025', '1,234', '0'],
    dashes: [],
  });
  expect(drawLine([total(2025, 5), total(2026, 1, true)])).toEqual({
    texts: ['2025', '2026', 'so far', '5', '1'],
    dashes: ['5 4'],
  });
});

it('one of two counts that would overlap is left out', () => {
  const years = Array.from({ length: 11 }, (_, index) => total(2020 + index, 100_000 + index));
  const written = drawLine(years).texts.filter((text) => typeof text === 'string' && text.startsWith('100,'));
  expect(written.length).toBeGreaterThan(3);
  expect(written.length).toBeLessThan(11);
  expect(written[0]).toBe('100,000');
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
