import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { pickSite, siteField } from '../../support/pick-site.ts';
import { hidden, queryString, site, titles } from './open-history.ts';

const serveNames = () =>
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () =>
      HttpResponse.json([listedSite({ id: 1, name: 'Kingfisher Rise' }), listedSite({ id: 2, name: 'Selasih Park' })]),
    ),
  );

describe('loading and failing', () => {
  it('shows its heading and accepts filters while it is loading', async () => {
    server.use(http.get(`${origin}/rest/v1/maintables`, () => new Promise<never>(() => {})));
    const { user } = renderRoute('/data-fetcher?year=2026');
    expect(await screen.findByText('Loading tasks…')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('heading', { level: 1, name: 'Service History' })).toBeVisible();
    expect(screen.getByLabelText('Year')).toHaveValue('2026');
    await user.type(screen.getByRole('searchbox'), 'loop');
    expect(queryString()).toBe('?year=2026&q=loop');
  });

  it('reports that the data could not be loaded, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(
      http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json({ message: 'refused' }, { status: 400 })),
    );
    const { user } = renderRoute('/data-fetcher?year=2026');
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
    serveSites(site());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeVisible();
    expect(titles()).toHaveLength(2);
    expect(screen.queryByText('Error fetching data.')).toBeNull();
  });

  it('reports an invalid response', async () => {
    serveSites({ ...siteRow(), tasks2024: [{ id: 1, showing: 'True' }] });
    renderRoute('/data-fetcher');
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
  });

  it('says when there is no record, and tries again', async () => {
    serveSites();
    const { user } = renderRoute('/data-fetcher');
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
    serveSites(site());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('says when there are no activities yet, with no filters to clear', async () => {
    serveSites(siteRow({ tasks2024: [hidden] }));
    renderRoute('/data-fetcher');
    expect(await screen.findByText('No activities yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });
});

describe('an admin', () => {
  it('picks a site, whose name is kept in the link to a month', async () => {
    serveNames();
    const asked = serveSites(site());
    const { user } = renderRoute('/data-fetcher?year=2026', adminSession);
    expect(await screen.findByText('Select a site to see its service history.')).toBeVisible();
    expect(asked).toEqual([]);
    await pickSite(user, 'Selasih Park');
    await screen.findByRole('table');
    expect(asked[0]?.searchParams.get('name')).toBe('eq.Selasih Park');
    expect(screen.getByRole('link', { name: 'Open March 2026' })).toHaveAttribute(
      'href',
      '/maintenance?year=2026&month=mar&site=Selasih+Park',
    );
  });

  it('gets a message when the query string names no site', async () => {
    serveNames();
    serveSites();
    renderRoute('/data-fetcher?site=Nowhere', adminSession);
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
  });

  it('gets a message when the sites cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json({ message: 'refused' }, { status: 400 })),
    );
    const { user } = renderRoute('/data-fetcher', adminSession);
    expect(await screen.findByText('Failed to load names.')).toBeVisible();
    serveNames();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await siteField());
    expect(await screen.findByRole('option', { name: 'Kingfisher Rise' })).toBeInTheDocument();
  });
});
