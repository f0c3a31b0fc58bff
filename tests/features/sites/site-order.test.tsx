import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const names = () => screen.getAllByRole('rowheader').map((head) => head.textContent);

async function openSites(query: string, ...sites: object[]) {
  server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json(sites)));
  const view = renderRoute(`/DataEditor/sites${query}`, adminSession);
  await screen.findByRole('region', { name: 'All sites' });
  return view;
}

const three = [
  listedSite({ id: 1, name: 'Alpha', sitename: null, status: true, contract_until: '2027-12-31' }),
  listedSite({ id: 2, name: 'Beta', sitename: 'Zinnia Court', status: false, contract_until: 'to be agreed' }),
  listedSite({ id: 3, name: 'Gamma', sitename: 'Aster Court', status: true, contract_until: '31/12/2026' }),
];

it.each([
  ['', ['Alpha', 'Beta', 'Gamma']],
  ['?sort=-name', ['Gamma', 'Beta', 'Alpha']],
  ['?sort=title', ['Gamma', 'Beta', 'Alpha']],
  ['?sort=-title', ['Beta', 'Gamma', 'Alpha']],
  ['?sort=status', ['Beta', 'Alpha', 'Gamma']],
  ['?sort=contract', ['Gamma', 'Alpha', 'Beta']],
  ['?sort=-contract', ['Alpha', 'Gamma', 'Beta']],
])('sites are sorted by what the address says: %s', async (query, sorted) => {
  await openSites(query, ...three);
  expect(names()).toEqual(sorted);
});

it('a press on a head sorts by its column, and another press reverses the order', async () => {
  const { user } = await openSites('', ...three);
  const head = screen.getByRole('columnheader', { name: 'Status' });
  await user.click(within(head).getByRole('button'));
  expect(names()).toEqual(['Beta', 'Alpha', 'Gamma']);
  await user.click(within(head).getByRole('button'));
  expect(names()).toEqual(['Alpha', 'Gamma', 'Beta']);
  expect(globalThis.location.search).toBe('?sort=-status');
  expect(head).toHaveAttribute('aria-sort', 'descending');
});

it('has pages of 50 sites, and the list has the focus after a change of the page', async () => {
  const sixty = Array.from({ length: 60 }, (_, index) => listedSite({ id: index + 1, name: `Site ${index + 1}` }));
  const { user } = await openSites('?page=2', ...sixty);
  expect(names()).toEqual(Array.from({ length: 10 }, (_, index) => `Site ${index + 51}`));
  expect(screen.getByText('51 to 60 of 60')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(names()).toHaveLength(50);
  expect(globalThis.location.search).toBe('');
  expect(screen.getByRole('region', { name: 'All sites' })).toHaveFocus();
});
