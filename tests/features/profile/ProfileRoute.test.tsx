import { act, cleanup, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { siteCards } from '../../../src/features/profile/ProfileRoute.tsx';
import { queryClient } from '../../../src/lib/query-client.ts';
import { telUrl } from '../../../src/records/company.ts';
import { shownSiteValue, siteColumns } from '../../../src/records/site/site-columns.ts';
import { siteRecordSchema } from '../../../src/records/site/site-queries.ts';
import { ownDevice, phone, serveSessions } from '../../components/sessions/serve-sessions.ts';
import { pickSite, siteField } from '../../support/pick-site.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { fileUrl, listedSite, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const noData = 'No profile data available. Please check your connection and try again.';

/** The element with the value of a card. */
async function card(label: string): Promise<HTMLElement> {
  const value = (await screen.findByText(label, { selector: 'dt' })).nextElementSibling;
  if (!(value instanceof HTMLElement)) throw new Error(`${label} has no value`);
  return value;
}

describe('the profile', () => {
  it('names the building and its state', async () => {
    const asked = serveSites(siteRow());
    renderRoute('/profile');
    expect(await screen.findByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();
    expect(screen.getByText('System Online')).toBeVisible();
    expect(screen.getByText('Status set by the service team')).toBeVisible();
    expect(document.title).toBe('Residensi Selasih Park | RFID Boom Gate Portal');
    expect(asked.map(({ searchParams }) => searchParams.get('select'))).toEqual(['*', 'id,name']);
  });

  it('shows the values of the record on its cards', async () => {
    serveSites(siteRow());
    const { container } = renderRoute('/profile');
    await card('Site Name');
    const cards = Array.from(container.querySelectorAll('[aria-label="Site details"] dt'), (dt) => [
      dt.textContent,
      dt.nextElementSibling?.textContent,
    ]);
    // the list of cards is below
    expect(cards.map(([label]) => label)).toEqual(
      siteCards(v.parse(siteRecordSchema, siteRow())).map(({ label }) => label),
    );
    expect(cards).toEqual(
      expect.arrayContaining([
        ['Site Name', 'Residensi Selasih Park'],
        ['Building Type', 'Condominium'],
        ['Capacity', '1,250 vehicles'],
        ['Address', '18 Jalan Selasih Emas 3'],
        ['Gate Numbers', '4'],
        ['RFID Reader Units', '8'],
        ['JMB In-charge', 'Pn. Noraini Ismail'],
        ['Contract End Date', '31 December 2028'],
        ['Preventive Maintenance', 'Monthly'],
        ['Emergency Visits', 'Unlimited'],
        ['Person In-charge', '0100000001'],
      ]),
    );
  });

  it('shows a text for each missing value', async () => {
    serveSites(
      siteRow({
        sitename: null,
        address: ' ',
        status: false,
        capacity: null,
        jmb_name: null,
        emergency_visit: null,
        preventive_maintenance: null,
        person_in_charge: null,
      }),
    );
    renderRoute('/profile');
    expect(await screen.findByRole('heading', { level: 1, name: 'Building Management System' })).toBeVisible();
    expect(screen.getByText('Location not specified')).toBeVisible();
    expect(screen.getByText('System Offline')).toBeVisible();
    expect(await card('Capacity')).toHaveTextContent(/^Not specified$/);
    expect(await card('Address')).toHaveTextContent(/^Not provided$/);
    expect(await card('JMB In-charge')).toHaveTextContent(/^Not assigned$/);
    expect(await card('Preventive Maintenance')).toHaveTextContent(/^Not scheduled$/);
    expect(await card('Emergency Visits')).toHaveTextContent(/^Not available$/);
    expect(within(await card('Person In-charge')).queryByRole('link')).toBeNull();
  });

  it('links the telephone number of the person in charge', async () => {
    serveSites(siteRow());
    renderRoute('/profile');
    const link = within(await card('Person In-charge')).getByRole('link', { name: '0100000001' });
    expect(link).toHaveAttribute('href', 'tel:0100000001');
  });

  it.each([
    ['2026-12-31', '31 December 202640 days left'],
    ['31/8/2026', '31/8/2026 (31 August 2026)Expired 82 days ago'],
    ['Ogos 2026', 'Ogos 2026 (31 August 2026)Expired 82 days ago'],
    ['46265', '46265 (31 August 2026)Expired 82 days ago'],
    ['Dec 2028', 'Dec 2028 (31 December 2028)'],
    ['to be agreed', 'to be agreedNot a date'],
    ['0007-03-01', '0007-03-01The year must be between 2000 and 2099'],
  ])('warns of the end of the contract: %s', async (until, text) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') });
    serveSites(siteRow({ contract_until: until }));
    renderRoute('/profile');
    expect((await card('Contract End Date')).textContent).toBe(text);
  });

  it('draws the arm up for online and down for offline', async () => {
    serveSites(siteRow({ status: false }));
    const { container } = renderRoute('/profile');
    await card('Site Name');
    expect(container.querySelector('svg[data-open]')).toHaveAttribute('data-open', 'false');
  });

  it('shows the last three visible tasks, each linked to its visit, and a link to all', async () => {
    const times = [1, 2, 3, 4].map((day) =>
      task({ id: day, time: `2026-03-0${day}T09:00:00+08:00`, title: `Day ${day}` }),
    );
    const hidden = { id: 5, year: '2026', month: 'mar' as const, showing: 'False' as const };
    serveSites(siteRow({ tasks2024: [...times, hidden] }));
    renderRoute('/profile');
    const section = await screen.findByRole('region', { name: 'Latest activity' });
    expect(
      within(section)
        .getAllByRole('listitem')
        .map((entry) => entry.textContent),
    ).toEqual(['4 March 2026 at 09:00Day 4', '3 March 2026 at 09:00Day 3', '2 March 2026 at 09:00Day 2']);
    expect(within(section).getByRole('link', { name: 'Day 3' })).toHaveAttribute('href', '/data-fetcher?task=3');
    expect(within(section).getByRole('link', { name: 'See all visits in Service History' })).toHaveAttribute(
      'href',
      '/data-fetcher',
    );
  });

  it('shows how many photos a visit has and whether it has a PDF', async () => {
    serveSites(
      siteRow({
        tasks2024: [
          task({ id: 1, urls: [fileUrl(1)], title: 'One photo' }),
          task({ id: 2, urls: [fileUrl(1), fileUrl(2)], pdf: fileUrl(3, 'pdf'), title: 'All' }),
          task({ id: 3, title: 'Nothing' }),
        ],
      }),
    );
    renderRoute('/profile');
    const section = await screen.findByRole('region', { name: 'Latest activity' });
    const texts = within(section)
      .getAllByRole('listitem')
      .map((entry) => entry.textContent?.replace('26 March 2026 at 16:05', ''));
    expect(texts).toEqual(['Nothing', 'All2 photos1 PDF', 'One photo1 photo']);
  });

  it('opens the visit of a row', async () => {
    serveSites(siteRow({ tasks2024: [task({ id: 7, title: 'Arm bolts' })] }));
    const { user } = renderRoute('/profile');
    const section = await screen.findByRole('region', { name: 'Latest activity' });
    await user.click(within(section).getByRole('link', { name: 'Arm bolts' }));
    expect(await screen.findByRole('dialog', { name: 'Visit details' })).toHaveTextContent('Arm bolts');
  });

  it('shows texts as plain text', async () => {
    const nasty = '<img src=x onerror="alert(1)">';
    serveSites(siteRow({ sitename: nasty, tasks2024: [task({ title: nasty })] }));
    const { container } = renderRoute('/profile');
    expect(await screen.findByRole('heading', { level: 1, name: nasty })).toBeVisible();
    expect(container.querySelector('img[src="x"]')).toBeNull();
  });

  it('shows that it is loading, below its heading', async () => {
    serveSites(siteRow());
    renderRoute('/profile');
    expect(await screen.findByText('Loading profile information...')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    expect(await card('Site Name')).toBeVisible();
    expect(screen.queryByText('Loading profile information...')).toBeNull();
  });

  it('is printed with its date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T16:05:00Z') });
    serveSites(siteRow());
    renderRoute('/profile');
    await card('Site Name');
    expect(screen.queryByText(/^Printed on/u)).toBeNull();
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(screen.getByText('Printed on 22 November 2026 at 00:05')).toBeVisible();
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(screen.queryByText(/^Printed on/u)).toBeNull();
  });

  it('opens the sessions of the key, which are not requested before', async () => {
    serveSites(siteRow());
    const { user } = renderRoute('/profile');
    const sessions = await screen.findByRole('button', { name: 'Sessions of your key' });
    const asked = serveSessions(ownDevice, phone);
    await user.click(sessions);
    expect(await screen.findByText('2 devices')).toBeVisible();
    expect(asked).toEqual(['list {}']);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(sessions).toHaveFocus();
  });

  it('explains why a key without a site has no data, and links to support', async () => {
    serveSites();
    renderRoute('/profile', { ...userSession, site: null });
    expect(await screen.findByText(noData)).toBeVisible();
    expect(screen.getByText(/Your key is not linked to a site yet\./u)).toBeVisible();
    const support = screen.getByRole('link', { name: 'Ask support to link it' });
    expect(support).toHaveAttribute('target', '_blank');
    expect(support.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/60100000000\?text=My%20key/u);
  });

  it('does not blame the key for a failed load or for a missing site', async () => {
    serveSites();
    server.use(
      http.get(`${origin}/rest/v1/maintables`, () =>
        HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }),
      ),
    );
    renderRoute('/profile', { ...userSession, site: null });
    expect(await screen.findByText(noData)).toBeVisible();
    expect(screen.queryByText(/not linked to a site/u)).toBeNull();
    cleanup();
    queryClient.clear();
    serveSites();
    renderRoute('/profile');
    expect(await screen.findByText(noData)).toBeVisible();
    expect(screen.queryByText(/not linked to a site/u)).toBeNull();
  });

  it('has one message for no data, with Try again', async () => {
    const asked = serveSites();
    const { user } = renderRoute('/profile');
    expect(await screen.findByText(noData)).toBeVisible();
    serveSites(siteRow());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card('Site Name')).toBeVisible();
    // its tasks, and the site whose failures are counted
    expect(asked).toHaveLength(2);
  });
});

describe('the profile for an admin', () => {
  it('asks for a site first and keeps it in the query string', async () => {
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () =>
        HttpResponse.json([
          listedSite({ id: 1, name: 'Kingfisher Rise' }),
          listedSite({ id: 2, name: 'Selasih Park' }),
        ]),
      ),
    );
    const asked = serveSites(siteRow());
    const { user } = renderRoute('/profile', adminSession);
    expect(await screen.findByText('Select a site to see its profile.')).toBeVisible();
    await siteField();
    expect(asked).toEqual([]);
    await pickSite(user, 'Selasih Park');
    expect(await card('Site Name')).toBeVisible();
    expect(globalThis.location.search).toBe('?site=Selasih+Park');
    expect(asked[0]?.searchParams.get('name')).toBe('eq.Selasih Park');
    expect(screen.getByRole('link', { name: 'See all visits in Service History' })).toHaveAttribute(
      'href',
      '/data-fetcher?site=Selasih+Park',
    );
    expect(screen.getByRole('link', { name: 'Monthly preventive maintenance' })).toHaveAttribute(
      'href',
      '/data-fetcher?site=Selasih+Park&task=1',
    );
  });
});

const empty = v.parse(siteRecordSchema, {
  ...Object.fromEntries(siteColumns.map(({ column }) => [column, null])),
  id: 1,
  name: 'x',
  tasks2024: [],
});

it('has its cards, each with its own text for a missing value', () => {
  const shown = siteCards(empty).map(({ label, value, fallback }) => [label, value ?? fallback]);
  expect(shown).toEqual([
    ['Site Name', 'Not specified'],
    ['Building Type', 'Not specified'],
    ['Capacity', 'Not specified'],
    ['Address', 'Not provided'],
    ['Gate Numbers', 'Not specified'],
    ['RFID Reader Units', 'Not specified'],
    ['JMB In-charge', 'Not assigned'],
    ['Contract End Date', 'Not specified'],
    ['Preventive Maintenance', 'Not scheduled'],
    ['Emergency Visits', 'Not available'],
    ['Person In-charge', 'Not assigned'],
  ]);
});

it('treats blanks as missing and zero as a value', () => {
  const cards = siteCards({ ...empty, capacity: '  ', gate_numbers: '0', person_in_charge: 0 });
  const value = (label: string) => cards.find((shown) => shown.label === label)?.value;
  expect([value('Capacity'), value('Gate Numbers'), value('Person In-charge')]).toEqual([null, '0', '00']);
});

it.each([
  [60_123_456_000, '+60 123456000', 'tel:+60123456000'],
  [6_581_234_567, '+65 81234567', 'tel:+6581234567'],
])('shows and dials the number %d with its country code', (person_in_charge, shown, url) => {
  const cards = siteCards({ ...empty, person_in_charge });
  const { value } = cards.find(({ kind }) => kind === 'phone') ?? {};
  expect(value).toBe(shown);
  expect(telUrl(value ?? '')).toBe(url);
});

it('shows the telephone number with its leading zero', () => {
  const cards = siteCards({ ...empty, person_in_charge: 100_000_001 });
  expect(cards.find(({ label }) => label === 'Person In-charge')?.value).toBe('0100000001');
});

it('capitalises each word, and keeps existing capitals', () => {
  const typed = ['condominium', 'residential (MCST)', 'office tower (strata)', 'école'];
  expect(typed.map((value) => shownSiteValue({ kind: 'category' }, value))).toEqual([
    'Condominium',
    'Residential (MCST)',
    'Office Tower (Strata)',
    'École',
  ]);
});

it('refuses a row that is not a site record', () => {
  expect(v.is(siteRecordSchema, { ...empty, status: 'yes' })).toBe(false);
  expect(v.is(siteRecordSchema, { ...empty, tasks2024: {} })).toBe(false);
  expect(v.is(siteRecordSchema, empty)).toBe(true);
});
