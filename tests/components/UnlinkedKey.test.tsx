import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { adminSession, renderRoute, userSession } from '../support/render-route.tsx';
import { listedSite, serveSites } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

const words = 'Your key is not linked to a site yet.';

it.each(['/profile', '/maintenance', '/data-fetcher', '/charts'])(
  'a key without a site is explained on %s, with a link to support',
  async (path) => {
    serveSites();
    renderRoute(path, { ...userSession, site: null });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask support to link it' })).toHaveAttribute('target', '_blank');
  },
);

it.each([
  ['a key whose site has no record', userSession, '/data-fetcher'],
  ['an admin who has picked a site that is gone', adminSession, '/data-fetcher?site=Gone'],
])('%s does not count as a key without a site', async (_, session, path) => {
  serveSites();
  server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])));
  renderRoute(path, session);
  expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
  expect(screen.queryByText(words)).toBeNull();
});
