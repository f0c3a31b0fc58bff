import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { siteColumns } from '../../../src/records/site/site-columns.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { server } from '../../support/server.ts';
import { closeToasts, field, saved } from './open-site.ts';
import { tableUrl, serveMaintable } from './serve-maintable.ts';
import { listedSite } from '../../support/rows.ts';

afterEach(closeToasts);

const openNew = async () => {
  const table = serveMaintable(listedSite());
  const view = renderRoute('/DataEditor/sites', adminSession);
  await view.user.click(await screen.findByRole('button', { name: 'Add a site' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Add a site' })).toBeVisible();
  return { ...view, ...table };
};
const add = () => screen.getByRole('button', { name: 'Add site' });

describe('a new site', () => {
  it('needs a name, is added as typed, opened, and offers to issue a key', async () => {
    const { user, written } = await openNew();
    await user.click(add());
    expect(screen.getByText('Give the site a name.')).toBeVisible();
    await user.type(field('Name'), 'Bayu Court ');
    await user.type(screen.getByRole('combobox', { name: 'Building Type' }), 'office tower');
    await user.click(add());
    expect(await saved()).toBeVisible();
    // every column is sent, those left blank as null
    const empty = Object.fromEntries(siteColumns.map(({ column }) => [column, null]));
    expect(written).toEqual([{ ...empty, name: 'Bayu Court', status: true, building_type: 'office tower' }]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Bayu Court' })).toBeVisible();
    expect(location.search).toBe('?site=Bayu+Court');
    expect(document.activeElement).toHaveTextContent('Bayu Court');
    expect(screen.getByRole('link', { name: 'Issue an access key for it' })).toHaveAttribute(
      'href',
      '/DataEditor/keys?site=Bayu+Court',
    );
    await user.click(screen.getByRole('link', { name: 'All sites' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('link', { name: 'Bayu Court' })).toBeVisible();
  });

  it('that cannot be added keeps what was typed', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user } = await openNew();
    await user.type(field('Name'), 'Bayu Court');
    server.use(http.post(tableUrl, () => HttpResponse.error(), { once: true }));
    await user.click(add());
    expect(await screen.findByText('Error updating data.')).toBeVisible();
    expect(field('Name')).toHaveValue('Bayu Court');
    await user.click(add());
    await waitFor(() => expect(location.search).toBe('?site=Bayu+Court'));
  });
});
