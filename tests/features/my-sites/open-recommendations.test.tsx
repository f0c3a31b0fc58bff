import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeResultCopy } from '../../../src/lib/device/copies.ts';
import { faults } from '../../faults/faults.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { renderRoute, technicianSession } from '../../support/render-route.tsx';
import { overviewRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const rest = `${origin}/rest/v1`;
const path = '/DataEditor/my-sites';
let keyId = 4_200;

const lines = (...texts: string[]) => texts.map((text, index) => ({ line: index + 1, text }));
const old = {
  site_id: 1,
  id: 3,
  time: '2026-07-20T10:00:00+08:00',
  follow: lines('Replace the spring', 'Cut the loop again'),
  closes: null,
};
const recent = { ...old, id: 4, time: '2026-11-12T10:00:00+08:00', follow: lines('Paint the arm') };
const counted = { follow: 3, follow_since: '2026-07-20T02:00:00+00:00' };
const rows = [overviewRow({ site_id: 1, name: 'Bayu', ...counted }), overviewRow({ site_id: 2, name: 'Kayangan' })];

const serve = (...listed: object[]) =>
  server.use(
    http.post(`${rest}/rpc/site_overview`, () => HttpResponse.json(rows)),
    http.post(`${rest}/rpc/follow_ups`, () => HttpResponse.json(listed)),
  );
const technician = () => ({ ...technicianSession, keyId });
const card = async (name: string) => within(await screen.findByRole('article', { name }));

beforeEach(() => {
  keyId += 1;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T06:05:00Z') });
});

describe('the open recommendations of a site', () => {
  it('are on its card with their age, oldest first, and link to the visits', async () => {
    serve(recent, old);
    renderRoute(path, technician());
    const bayu = await card('Bayu');
    expect(await bayu.findByRole('link', { name: '3 recommendations open' })).toHaveAttribute(
      'href',
      '/data-fetcher?follow=open&site=Bayu',
    );
    expect(bayu.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Replace the spring Open for 4 months',
      'Cut the loop again Open for 4 months',
      'Paint the arm Open for 10 days',
    ]);
    // among the needs of the site they would be shown a second time
    expect(bayu.queryByText('3 recommendations open, oldest 4 months')).toBeNull();
    expect((await card('Kayangan')).queryByText(/open$/u)).toBeNull();
  });

  it('are those that no visit of the same site has carried out, and three are named', async () => {
    const done = { ...old, id: 5, time: '2026-11-15T10:00:00+08:00', follow: null, closes: [{ task: 3, line: 1 }] };
    const many = { ...old, site_id: 2, follow: lines('One', 'Two', 'Three', 'Four', 'Five') };
    serve(old, done, many);
    renderRoute(path, technician());
    expect(await (await card('Bayu')).findByRole('link', { name: '1 recommendation open' })).toBeVisible();
    const kayangan = (await card('Kayangan')).getAllByRole('listitem');
    expect(kayangan.map(({ textContent }) => textContent)).toEqual([
      'One Open for 4 months',
      'Two Open for 4 months',
      'Three Open for 4 months',
      'and 2 more',
    ]);
  });

  it('come from the copy on this device without a connection', async () => {
    await fakeStorage();
    const owner = `${keyId}.technician`;
    const at = Date.parse('2026-11-21T06:05:00Z');
    await storeResultCopy(owner, '["maintable","overview"]', { value: rows, at });
    await storeResultCopy(owner, '["visits","follow-ups"]', { value: [old], at });
    server.use(http.post(`${rest}/rpc/:name`, faults.offline), http.get(`${rest}/*`, faults.offline));
    renderRoute(path, technician());
    expect(await (await card('Bayu')).findByText('Replace the spring')).toBeVisible();
  });

  it('are missing without a connection and without the copy, which is no error', async () => {
    await fakeStorage();
    const at = Date.parse('2026-11-21T06:05:00Z');
    await storeResultCopy(`${keyId}.technician`, '["maintable","overview"]', { value: rows, at });
    server.use(http.post(`${rest}/rpc/:name`, faults.offline), http.get(`${rest}/*`, faults.offline));
    renderRoute(path, technician());
    expect(
      await screen.findByText(
        'There is no connection, and the recommendations of your sites are not kept on this device.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are shown once on a card that needs nothing else', async () => {
    serve(old);
    const waits = { follow: 2, follow_since: old.time };
    server.use(
      http.post(`${rest}/rpc/site_overview`, () =>
        HttpResponse.json([overviewRow({ site_id: 1, name: 'Bayu', ...waits })]),
      ),
    );
    renderRoute(path, technician());
    const bayu = await card('Bayu');
    await bayu.findByRole('link', { name: '2 recommendations open' });
    expect(bayu.getAllByText(/2 recommendations open/u)).toHaveLength(1);
    expect(bayu.getByText('Nothing is due.')).toBeVisible();
  });

  it('are requested again if the answer did not come', async () => {
    serve();
    server.use(http.post(`${rest}/rpc/follow_ups`, () => HttpResponse.json({ code: 'PT403' }, { status: 403 })));
    const { user } = renderRoute(path, technician());
    expect(await screen.findByText('The open recommendations of your sites could not be read.')).toBeVisible();
    expect((await card('Bayu')).getByRole('link', { name: 'Add a visit' })).toBeVisible();
    expect((await card('Bayu')).getByText('3 recommendations open, oldest 4 months')).toBeVisible();
    serve(old);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await (await card('Bayu')).findByRole('link', { name: '2 recommendations open' })).toBeVisible();
  });
});
