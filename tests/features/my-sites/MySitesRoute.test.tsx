import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storeResultCopy, readFileCopy } from '../../../src/lib/device/copies.ts';
import { readPinnedSites } from '../../../src/records/offline/pinned-sites.ts';
import type { SiteOverview } from '../../../src/records/site/site-overview.ts';
import { faults } from '../../faults/faults.ts';
import { allowConsole } from '../../support/console.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { renderRoute, technicianSession } from '../../support/render-route.tsx';
import { overviewRow } from '../../support/rows.ts';
import { pdfOf, photoOf, serveField } from '../../support/serve-field.ts';
import { origin, server } from '../../support/server.ts';
import { eventually, hold, hurry } from '../../support/waiting.ts';

const rest = `${origin}/rest/v1`;
const overview = `${rest}/rpc/site_overview`;
/** Each test has its own key, because a copy of what the previous test has read may be stored only after that test has ended. */
let technician = technicianSession;
let keyId = 3_200;
let owner = '';
const path = '/DataEditor/my-sites';

const serveRows = (...rows: Partial<SiteOverview>[]) =>
  server.use(http.post(overview, () => HttpResponse.json(rows.map((row) => overviewRow(row)))));

const open = () => renderRoute(path, technician);
const cards = () => screen.findAllByRole('article');
const panel = async () => within(await screen.findByRole('region', { name: 'Offline' }));
const card = (name: string) => screen.findByRole('article', { name });

/** Gives the browser the API of its storage, which jsdom lacks. */
function giveStorage(value: Partial<StorageManager>): void {
  Object.defineProperty(navigator, 'storage', { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
}

/** Makes the browser Firefox, which asks the person before it stores data permanently. */
function giveFirefox(state: PermissionState): void {
  const properties = {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0',
    permissions: { query: async () => ({ state }) },
  };
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
}

beforeEach(() => {
  keyId += 1;
  technician = { ...technicianSession, keyId };
  owner = `${keyId}.technician`;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T06:05:00Z') });
});

describe('my sites', () => {
  it('are the first tab, to which the menu leads, most urgent first, with what a technician needs', async () => {
    serveRows(
      { site_id: 1, name: 'Bayu', sitename: null },
      {
        site_id: 2,
        name: 'Kayangan',
        sitename: 'Menara Kayangan',
        address: '3 Persiaran Kayangan',
        jmb_name: 'Mr Lim',
        person_in_charge: 123_456_789,
        status: false,
        kept_months: ['2026-01'],
        last_visit: '2026-01-12T10:00:00+08:00',
      },
    );
    const { user } = renderRoute('/guide', technician);
    await user.click(await screen.findByRole('link', { name: 'Admin' }));
    expect((await cards()).map((article) => within(article).getByRole('heading').textContent)).toEqual([
      'Kayangan',
      'Bayu',
    ]);
    expect(location.pathname).toBe(path);
    const [first] = within(screen.getByRole('navigation', { name: 'Admin workspace' })).getAllByRole('link');
    expect(first).toHaveTextContent('My sites');
    expect(first).toHaveAttribute('aria-current', 'page');
    expect(screen.getByText('2 sites, 1 needs attention')).toBeVisible();

    const kayangan = within(await card('Kayangan'));
    for (const text of [
      'Visit overdue since 28 Feb 2026',
      'Menara Kayangan',
      '3 Persiaran Kayangan',
      'Mr Lim',
      'By 30 Nov 2026',
    ])
      expect(kayangan.getByText(text)).toBeVisible();
    expect(kayangan.getAllByText('System Offline')).toHaveLength(2);
    const link = (name: string) => kayangan.getByRole('link', { name }).getAttribute('href');
    expect(['0123456789', '12 Jan 2026', 'Add a visit'].map(link)).toEqual([
      'tel:0123456789',
      '/data-fetcher?site=Kayangan&task=17',
      '/DataEditor?site=Kayangan',
    ]);
    await user.click(kayangan.getByRole('button', { name: 'More' }));
    expect(
      within(screen.getByRole('menu'))
        .getAllByRole('menuitem')
        .map((item) => [item.textContent, item.getAttribute('href')]),
    ).toEqual([
      ['Report form', '/DataEditor/report?site=Kayangan'],
      ['Service History', '/data-fetcher?site=Kayangan'],
      ['This month', '/maintenance?year=2026&month=nov&site=Kayangan'],
      // a dialog
      ['Documents', null],
    ]);
    await user.keyboard('{Escape}');
    const bayu = within(await card('Bayu'));
    expect(bayu.getByText('Nothing is due.')).toBeVisible();
    expect(bayu.getByText('By 31 Dec 2026')).toBeVisible();
    // a browser that stores nothing offers nothing
    expect(screen.queryByRole('region', { name: 'Offline' })).toBeNull();
  });

  it('say that there are none', async () => {
    serveRows();
    open();
    expect(await screen.findByText(/^No site has been given to your key yet/u)).toBeVisible();
  });

  it('can be searched if there are many', async () => {
    serveRows(...Array.from({ length: 7 }, (_, index) => ({ site_id: index + 1, name: `Tower ${index + 1}` })));
    const { user } = open();
    await user.type(await screen.findByRole('searchbox', { name: 'Search by name, address or person' }), 'tower 7');
    await waitFor(async () => expect(await cards()).toHaveLength(1));
    expect(screen.getByText('1 of 7 sites, none needs attention')).toBeVisible();
  });

  it('are found by the nearest spelling, and a message says so', async () => {
    serveRows(...Array.from({ length: 7 }, (_, index) => ({ site_id: index + 1, name: `Tower ${index + 1}` })));
    const { user } = open();
    const field = await screen.findByRole('searchbox', { name: 'Search by name, address or person' });
    await user.type(field, 'towre 7');
    expect(await screen.findByText('No site says “towre”; shown: tower')).toBeVisible();
    await waitFor(async () => expect(await cards()).toHaveLength(1));
    expect(field).toHaveValue('towre 7');
  });

  it('are loaded again after a failure', async () => {
    server.use(http.post(overview, faults['403']));
    const { user } = open();
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
    serveRows({ name: 'Bayu' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card('Bayu')).toBeVisible();
  });

  it('come from the copy on this device without a connection, with the time of the copy', async () => {
    await fakeStorage();
    const at = Date.parse('2026-11-21T06:05:00Z');
    await storeResultCopy(owner, '["maintable","overview"]', { value: [overviewRow({ name: 'Bayu' })], at });
    server.use(http.post(`${rest}/rpc/:name`, faults.offline), http.get(`${rest}/*`, faults.offline));
    const { user } = open();
    expect(await card('Bayu')).toBeVisible();
    expect(screen.getByText('Saved copy of 21 Nov 2026, 14:05. There is no connection.')).toBeVisible();
    expect(await screen.findByText('Keeping sites needs a connection.')).toBeVisible();
    const button = screen.getByRole('button', { name: 'Keep my site for offline' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    // a press would try it, fail and report that
    expect(screen.queryByRole('alert')).toBeNull();
    expect(button).toHaveFocus();
    expect(screen.queryByText('Error fetching data.')).toBeNull();
  });
});

describe('Keep all my sites for offline', () => {
  beforeEach(() => fakeStorage());

  const sites = [
    { id: 1, name: 'Bayu' },
    { id: 2, name: 'Kayangan' },
  ];
  const all = 'Keep all my sites for offline';

  it('says what Firefox will ask, until that was answered', async () => {
    serveField(...sites);
    giveFirefox('prompt');
    const asked: string[] = [];
    giveStorage({
      persist: async () => {
        asked.push('persist');
        giveFirefox('granted');
        return true;
      },
    });
    const { user } = open();
    const offline = await panel();
    expect(await offline.findByText(/^Firefox will ask whether this page may store data permanently\./u)).toBeVisible();
    expect(asked).toEqual([]);
    await user.click(offline.getByRole('button', { name: all }));
    expect(await offline.findByText(/^Your 2 sites are on this device/u)).toBeVisible();
    expect(asked).toEqual(['persist']);
    expect(offline.queryByText(/^Firefox will ask/u)).toBeNull();
  });

  it("stores records, photos, PDFs and the form's data of each site with one press, and removes a site again", async () => {
    const asked = serveField(...sites);
    const persist = vi.fn(async () => true);
    giveStorage({ persist });
    const { user } = open();
    await user.click(await (await panel()).findByRole('button', { name: all }));
    const offline = await panel();
    expect(
      await offline.findByText(
        'Your 2 sites are on this device with 3.0 MB of photos and PDFs, until you end the session.',
      ),
    ).toBeVisible();
    expect(persist).toHaveBeenCalledOnce();
    expect(offline.queryByText(/^Firefox will ask/u)).toBeNull();
    expect(asked.filter((name) => name.startsWith('sites/')).toSorted()).toEqual(
      [1, 2].flatMap((id) => [pdfOf(id), photoOf(id)]).toSorted(),
    );
    expect(await screen.findAllByText('Kept for offline')).toHaveLength(2);
    await user.click(offline.getByText('2 sites on this device'));
    expect(
      offline.getAllByText(/^Kept for offline, 22 Nov 2026: 1 visit with 1 photo and 1 PDF, 1\.5 MB$/u),
    ).toHaveLength(2);

    await user.click(offline.getByRole('button', { name: 'Remove Bayu from this device' }));
    expect(
      await offline.findByText(
        '1 of 2 sites is on this device with 1.5 MB of photos and PDFs, until you end the session.',
      ),
    ).toBeVisible();
    await waitFor(() => expect(offline.getByText('1 site on this device')).toHaveFocus());
    expect(await readFileCopy(owner, photoOf(1))).toBeNull();
    expect((await readFileCopy(owner, photoOf(2)))?.size).toBe(9);
    expect(within(await card('Bayu')).getByText('Not kept for offline')).toBeVisible();
  });

  it('shows its progress, and can be stopped and continued', async () => {
    const asked = serveField(...sites);
    const { held, release } = hold();
    server.use(
      http.get(
        `${origin}/storage/v1/object/sign/rfidboomgatephoto/${pdfOf(1)}`,
        async () => {
          await held;
          return new HttpResponse(new Uint8Array(9));
        },
        { once: true },
      ),
    );
    const { user } = open();
    await user.click(await (await panel()).findByRole('button', { name: all }));
    const offline = await panel();
    expect(await offline.findByText('Site 1 of 2: keeping the photos and PDFs of Bayu')).toBeVisible();
    expect(await offline.findByText(/^300 KB of 3\.0 MB\./u)).toBeVisible();
    expect(offline.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '10');
    await user.click(offline.getByRole('button', { name: 'Stop' }));
    release();
    const again = await offline.findByRole('button', { name: all });
    expect(again).toHaveFocus();
    expect(await readPinnedSites(owner)).toMatchObject([{ missing: 1 }, { missing: 2 }]);
    asked.length = 0;
    await user.click(again);
    expect(await offline.findByText(/^Your 2 sites are on this device/u)).toBeVisible();
    expect(asked).not.toContain(photoOf(1));
  });

  it('continues if a site fails, says why, and tries only that site again', async () => {
    hurry();
    allowConsole(/^A site could not be kept for offline/u);
    const asked = serveField(...sites);
    server.use(
      http.get(`${rest}/carpost`, ({ request }) =>
        request.url.includes('eq.1') ? faults['403']() : HttpResponse.json([]),
      ),
    );
    const { user } = open();
    await user.click(await (await panel()).findByRole('button', { name: all }));
    const offline = await panel();
    expect(await offline.findByText('Bayu: The download failed. Check the connection and try again.')).toBeVisible();
    expect(await offline.findByText(/^1 of 2 sites is on this device/u)).toBeVisible();
    asked.length = 0;
    serveField(...sites);
    await user.click(offline.getByRole('button', { name: 'Try again' }));
    expect(await offline.findByText(/^Your 2 sites are on this device/u)).toBeVisible();
    expect(asked).not.toContain('record 2');
  });

  it('stores the records of all sites, and the files of those for which there is room', async () => {
    serveField(...sites);
    giveStorage({ estimate: async () => ({ quota: 10_000_000, usage: 6_000_000 }) });
    const { user } = open();
    await user.click(await (await panel()).findByRole('button', { name: all }));
    const offline = await panel();
    expect(
      await offline.findByText(
        'Kayangan: There is not enough room on this device: photos and PDFs need 1.5 MB more, and there is room for 500 KB.',
      ),
    ).toBeVisible();
    expect(offline.getByRole('button', { name: 'Try again' })).toBeVisible();
    await eventually(async () =>
      expect(await readPinnedSites(owner)).toMatchObject([
        { site: 'Bayu', missing: 0 },
        { site: 'Kayangan', missing: 2 },
      ]),
    );
  });
});
