import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { entry, openThisYear, readInNovember, visit } from './open-this-year.tsx';

readInNovember();

const posts = { 'P1 Main Gate': [entry(2025, 2)], P2: [], 'P3 Visitor Lane': [entry(2026, 1)] };
const tasks2024 = [
  visit(1, '2026-01-08', { title: 'P1: arm replaced' }),
  visit(2, '2026-03-08', { title: 'Monthly preventive maintenance, P1-P2' }),
  visit(3, '2026-05-08', { title: 'Monthly preventive maintenance' }),
  visit(4, '2025-12-31', { title: 'P3 Visitor Lane: loop detector' }),
];

const list = () => screen.findByRole('list', { name: 'Visits of 2026 by post:' });

describe('the visits of this year by post', () => {
  it('show which gates were visited, and which were not', async () => {
    await openThisYear({ tasks2024 }, { posts });
    const rows = within(await list()).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(['P1 Main Gate 2', 'P2 1', 'P3 Visitor Lane none']);
    expect(rows.map((row) => within(row).queryByRole('link')?.getAttribute('href') ?? null)).toEqual([
      '/data-fetcher?year=2026&post=P1+Main+Gate',
      '/data-fetcher?year=2026&post=P2',
      null,
    ]);
    expect(screen.getByText('1 of 3 visits names no post')).toBeVisible();
  });

  it('include the site that an admin has picked in their links', async () => {
    await openThisYear({ tasks2024 }, { posts, admin: true });
    expect(within(await list()).getByRole('link', { name: 'P2' })).toHaveAttribute(
      'href',
      '/data-fetcher?year=2026&site=Selasih+Park&post=P2',
    );
  });

  it('are listed for a dozen posts, and the others counted', async () => {
    const names = Array.from({ length: 14 }, (_, index) => `P${index + 1}`);
    await openThisYear({ tasks2024 }, { posts: Object.fromEntries(names.map((name) => [name, []])) });
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(12);
    expect(screen.getByText('and 2 posts more')).toBeVisible();
  });

  it.each([
    ['there are no posts', tasks2024, {}],
    ['there was no visit', [visit(4, '2025-12-31')], posts],
  ])('are not shown if %s', async (_, visits, given) => {
    const { fact } = await openThisYear({ tasks2024: visits }, { posts: given });
    await waitFor(() => expect(fact('Failures in 2026')).toHaveTextContent(/^None|^2/u));
    expect(screen.queryByText('Visits of 2026 by post:')).toBeNull();
  });
});
