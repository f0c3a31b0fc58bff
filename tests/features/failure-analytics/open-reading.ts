import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { drawn, installCharts } from '../../support/drawing/react-chartjs-2.tsx';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { entry } from './serve-car-posts.ts';

/** Each test of the file reads the page on 21 November 2026. */
export function readInNovember(): void {
  // the screen with its chart library takes a while to load on a busy machine
  beforeAll(() => import('../../../src/features/failure-analytics/FailureAnalyticsRoute.tsx'));
  beforeEach(() => {
    installCharts();
    vi.setSystemTime('2026-11-21T12:00:00+08:00');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export const posts = () => ({
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
export const open = (search = '', session?: typeof adminSession) => renderRoute(`/charts${search}`, session);
/** The answer at the top, with its notes. */
export const findings = () => screen.findByRole('group', { name: 'Is it getting better?' });
/** The names of the posts that have a section, once the answer at the top is shown. */
export const shownPosts = async () => {
  await findings();
  return screen
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent)
    .filter((text) => text.startsWith('P') && !text.startsWith('Posts'));
};
/** The section of a post. */
export const plate = (post: string) => within(screen.getByRole('region', { name: post }));
/** The row of a post, which opens the post. */
export const row = (post: string): HTMLElement => {
  const summary = screen.getByRole('heading', { level: 2, name: post }).closest('summary');
  if (!summary) throw new Error(`${post} has no row`);
  return summary;
};
export const openPosts = () => [...document.querySelectorAll('details[open] h2')].map(({ textContent }) => textContent);
/** The bars of *P1 Main Gate* as they were drawn last. */
export const chart = () => [...drawn].findLast(([label]) => label.includes('P1 Main Gate'))?.[1];
/** The texts of the rows of the heat map. A cell with two years reads `9 11`. */
export const heatRows = async (years: string) => {
  const table = within(screen.getByRole('region', { name: `Posts and failure types, ${years}` })).getByRole('table');
  // the rows are rendered a moment after the table
  await waitFor(() => expect(within(table).getAllByRole('row').length).toBeGreaterThan(2));
  return within(table)
    .getAllByRole('row')
    .map((line) => Array.from(line.children, (cell) => (cell.querySelector('a > [aria-hidden]') ?? cell).textContent));
};
/** The card of a key figure. */
export const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement;
