import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { serveSigning, serveSites, siteRow, task } from '../../support/rows.ts';
import { open, rows } from './open-history.ts';

const taskCount = 200;

beforeEach(() => {
  queryClient.clear();
  serveSites(
    siteRow({
      tasks2024: Array.from({ length: taskCount }, (_, index) => task({ id: index + 1, title: `Visit ${index}` })),
    }),
  );
  serveSigning();
});

afterEach(() => document.documentElement.removeAttribute('style'));

/** The estimated height of a row out of sight, in pixels. */
const estimated = () => {
  const gaps = Array.from(document.querySelectorAll<HTMLElement>('tr[aria-hidden=true]'));
  return gaps.reduce((sum, { style }) => sum + Number.parseFloat(style.height), 0) / (taskCount - rows().length);
};

/** @param narrower whether the style sheet folds rows into cards, which it decides with `rem`, not with pixels */
const show = async (narrower: boolean, letters: number) => {
  const cardsQuery = '(width < 56.25rem)';
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === cardsQuery && narrower }),
  );
  document.documentElement.style.fontSize = `${letters}px`;
  // without headings
  await open('?sort=title');
};

describe('the rows that are out of sight take the estimated room', () => {
  it.each([
    { what: 'rows', narrower: false, letters: 16, height: 69 },
    { what: 'rows of larger letters', narrower: false, letters: 24, height: 69 * 1.5 },
    { what: 'cards', narrower: true, letters: 16, height: 164 },
    { what: 'cards, which larger letters fold sooner', narrower: true, letters: 32, height: 328 },
  ])('of $what', async ({ narrower, letters, height }) => {
    await show(narrower, letters);
    expect(rows().length).toBeLessThan(taskCount / 2);
    expect(estimated()).toBe(height);
  });
});
