import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openThisYear, readInNovember, visit, visitsIn } from './open-this-year.tsx';

readInNovember();

const spring = [
  { line: 1, text: 'Replace the spring' },
  { line: 2, text: 'Cut the loop again' },
];
const old = visit(20, '2025-07-20', { follow: spring });
const recent = visit(21, '2026-11-12', { follow: [{ line: 1, text: 'Paint the arm' }] });

describe('the open recommendations of the profile', () => {
  it.each([
    [{ admin: false }, '/data-fetcher?follow=open'],
    [{ admin: true }, '/data-fetcher?follow=open&site=Selasih+Park'],
    // they are open now, whatever year is shown
    [{ year: 2025 }, '/data-fetcher?follow=open'],
  ])('are counted with the age of the oldest, and link to their visits: %o', async (opening, href) => {
    const { fact } = await openThisYear({ tasks2024: [...visitsIn(10), recent, old] }, opening);
    expect(fact('Recommendations')).toHaveTextContent(/^3 recommendations openoldest 16 months$/u);
    expect(within(fact('Recommendations')).getByRole('link')).toHaveAttribute('href', href);
  });

  it('are left out if none is open', async () => {
    const done = visit(22, '2026-11-13', { closes: [{ task: 21, line: 1 }] });
    const { plate } = await openThisYear({ tasks2024: [recent, done] });
    expect(within(plate).queryByText('Recommendations')).toBeNull();
  });

  it('have their age in days in their first month', async () => {
    const { fact } = await openThisYear({ tasks2024: [recent] });
    expect(fact('Recommendations')).toHaveTextContent(/^1 recommendation openoldest 10 days$/u);
  });
});
