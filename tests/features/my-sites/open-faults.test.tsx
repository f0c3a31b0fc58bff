import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeResultCopy } from '../../../src/lib/device/copies.ts';
import { faults } from '../../faults/faults.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { madeFault } from '../../support/made-faults.ts';
import { renderRoute, technicianSession } from '../../support/render-route.tsx';
import { overviewRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const rest = `${origin}/rest/v1`;
const path = '/DataEditor/my-sites';
let keyId = 4_700;
const rows = [overviewRow({ site_id: 1, name: 'Bayu' }), overviewRow({ site_id: 2, name: 'Kayangan' })];
const openFaults = [
  madeFault(41, { reported_at: '2026-11-22T12:45:00+08:00', promised_hours: 1 }),
  madeFault(42, { reported_at: '2026-11-22T13:25:00+08:00', post: null, what: 'Smoke', known: false }),
];
const technician = () => ({ ...technicianSession, keyId });

beforeEach(() => {
  keyId += 1;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T06:05:00Z') });
});

describe('open faults of a site', () => {
  it('come first on its card, with their words and whom to call, and link to the form', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post(`${rest}/rpc/site_overview`, () => HttpResponse.json(rows)),
      http.post(`${rest}/rpc/list_faults`, async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ faults: openFaults, total: 2 });
      }),
    );
    renderRoute(path, technician());
    const bayu = within(await screen.findByRole('article', { name: 'Bayu' }));
    const listed = within(await bayu.findByRole('region', { name: 'Open faults' }));
    expect(listed.getByText('2 faults open, oldest 1 h 20 min')).toBeVisible();
    expect(listed.getByText('over by 20 min')).toBeVisible();
    expect(listed.getByRole('link', { name: 'Exit: does not open' })).toHaveAttribute(
      'href',
      '/DataEditor?site=Bayu&answers=41',
    );
    expect(listed.getByRole('link', { name: 'Whole site: Smoke' })).toBeVisible();
    expect(listed.getAllByText('Mr Tan of unit 12 hit it')).toHaveLength(2);
    expect(listed.getAllByRole('link', { name: '012-345 6789' })[0]).toHaveAttribute('href', 'tel:0123456789');
    // a single call for all sites of the technician
    expect(asked).toEqual([{ state: 'open', page_size: 500 }]);
    const kayangan = within(screen.getByRole('article', { name: 'Kayangan' }));
    expect(kayangan.queryByRole('region', { name: 'Open faults' })).toBeNull();
  });

  it('come from the copy on this device without a connection', async () => {
    await fakeStorage();
    const owner = `${keyId}.technician`;
    const at = Date.parse('2026-11-21T23:40:00Z');
    await storeResultCopy(owner, '["maintable","overview"]', { value: rows, at });
    await storeResultCopy(owner, '["faults","open","all sites"]', { value: openFaults, at });
    server.use(http.post(`${rest}/rpc/:name`, faults.offline), http.get(`${rest}/*`, faults.offline));
    renderRoute(path, technician());
    const bayu = within(await screen.findByRole('article', { name: 'Bayu' }));
    expect(await bayu.findByText('2 faults open, oldest 1 h 20 min')).toBeVisible();
  });

  it('that could not be read are no reason to hide the sites', async () => {
    server.use(
      http.post(`${rest}/rpc/site_overview`, () => HttpResponse.json(rows)),
      http.post(`${rest}/rpc/list_faults`, () => HttpResponse.json({ code: 'XX000', message: 'x' }, { status: 400 })),
    );
    renderRoute(path, technician());
    expect(await screen.findByRole('article', { name: 'Bayu' })).toBeVisible();
    expect(await screen.findByText('The open faults of your sites could not be read.')).toBeVisible();
  });
});
