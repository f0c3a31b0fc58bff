import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { SiteOverview } from '../../../../src/records/site/site-overview.ts';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { overviewRow } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';

const mark = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });

/** Opens the overview of these sites, with ids from 1 in the order of their names. */
export async function openOverview(sites: readonly Partial<SiteOverview>[]) {
  server.use(
    http.post(`${origin}/rest/v1/rpc/site_overview`, () =>
      HttpResponse.json(sites.map((values, index) => overviewRow({ site_id: index + 1, ...values }))),
    ),
  );
  const { user } = renderRoute('/DataEditor/overview?sort=site', adminSession);
  await screen.findByRole('table', { name: 'Sites' });
  return {
    user,
    mark,
    all: () => screen.getByRole('checkbox', { name: 'Select all that match' }),
    /** The selected ones of the shown sites. */
    selected: () =>
      screen
        .getAllByRole('checkbox', { name: /^Select (?!all)/u, checked: true })
        .map((box) => box.getAttribute('aria-label')?.replace('Select ', '')),
    bar: () => within(screen.getByRole('region', { name: 'Selected sites' })),
  };
}
