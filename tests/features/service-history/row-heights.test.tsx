import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { serveSigning, serveSites, siteRow, task } from '../../support/rows.ts';
import { open, rows } from './open-history.ts';

const many = 200;

beforeEach(() => {
  queryClient.clear();
  serveSites(
    siteRow({
      tasks2024: Array.from({ length: many }, (_, index) => task({ id: index + 1, title: `Visit ${index}` })),
    }),
  );
  serveSigning();
});

afterEach(() => document.documentElement.removeAttribute('style'));

/** The estimated height of a row out of sight, in pixels. */
const estimated = () => {
  const gaps = Array.from(document.querySelectorAll<HTMLElement>('tr[aria-hidden=true]'));
  return gaps.reduce((sum, { style }) => sum + Number.parseFloat(style.height), 0) / (many - rows().length);
};

/** @param narrower whether the style sheet folds rows into cards, which it decides with `rem`, not with pixels */
const show = async (narrower: boolean, letters: number) => {
  const asked = '(width < 56.25rem)';
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === asked && narrower }),
  );
  document.documentElement.style.fontSize = `${letters}px`;
  // without headings
  await open('?sort=title');
};

describe('the rows that are out of sight take the estimated room', () => {
  it.each([
    { of: 'rows', narrower: false, letters: 16, height: 69 },
    { of: 'rows of larger letters', narrower: false, letters: 24, height: 69 * 1.5 },
    { of: 'cards', narrower: true, letters: 16, height: 164 },
    { of: 'cards, which larger letters fold sooner', narrower: true, letters: 32, height: 328 },
  ])('of $of', async ({ narrower, letters, height }) => {
    await show(narrower, letters);
    expect(rows().length).toBeLessThan(many / 2);
    expect(estimated()).toBe(height);
  });
});
