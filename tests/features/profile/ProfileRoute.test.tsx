import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const noData = 'No profile data available. Please check your connection and try again.';

/** What a card of the plate says. */
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
    expect(asked.map((url) => url.search)).toEqual(['?select=*']);
  });

  it('shows the eleven cards in their order', async () => {
    serveSites(siteRow());
    const { container } = renderRoute('/profile');
    await card('Site Name');
    const cards = Array.from(container.querySelectorAll('dt'), (dt) => [
      dt.textContent,
      dt.nextElementSibling?.textContent,
    ]);
    expect(cards).toEqual([
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
    ]);
  });

  it('says what is missing', async () => {
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

  it('lets the person in charge be called', async () => {
    serveSites(siteRow());
    renderRoute('/profile');
    const link = within(await card('Person In-charge')).getByRole('link', { name: '0100000001' });
    expect(link).toHaveAttribute('href', 'tel:0100000001');
  });

  it.each([
    ['2026-12-31', '31 December 202640 days left'],
    ['31/8/2026', '31 August 2026Expired 82 days ago'],
    ['to be agreed', 'to be agreed'],
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

  it('shows the last three visible tasks and the way to all', async () => {
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
        .map((one) => one.textContent),
    ).toEqual(['4 March 2026 at 09:00Day 4', '3 March 2026 at 09:00Day 3', '2 March 2026 at 09:00Day 2']);
    expect(within(section).getByRole('link', { name: 'Service History' })).toHaveAttribute('href', '/data-fetcher');
  });

  it('takes texts for texts', async () => {
    const nasty = '<img src=x onerror="alert(1)">';
    serveSites(siteRow({ sitename: nasty, tasks2024: [task({ title: nasty })] }));
    const { container } = renderRoute('/profile');
    expect(await screen.findByRole('heading', { level: 1, name: nasty })).toBeVisible();
    expect(container.querySelector('img[src="x"]')).toBeNull();
  });

  it('says that it loads', async () => {
    serveSites(siteRow());
    renderRoute('/profile');
    expect(await screen.findByText('Loading profile information...')).toBeVisible();
    expect(await card('Site Name')).toBeVisible();
  });

  it('has one text for no data, and another try', async () => {
    const asked = serveSites();
    const { user } = renderRoute('/profile');
    expect(await screen.findByText(noData)).toBeVisible();
    serveSites(siteRow());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card('Site Name')).toBeVisible();
    expect(asked).toHaveLength(1);
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
    await waitFor(() => expect(screen.getByLabelText('Site')).toBeEnabled());
    expect(asked).toEqual([]);
    await user.selectOptions(screen.getByLabelText('Site'), 'Selasih Park');
    expect(await card('Site Name')).toBeVisible();
    expect(globalThis.location.search).toBe('?site=Selasih+Park');
    expect(asked[0]?.searchParams.get('name')).toBe('eq.Selasih Park');
    expect(screen.getByRole('link', { name: 'Service History' })).toHaveAttribute(
      'href',
      '/data-fetcher?site=Selasih+Park',
    );
  });
});
