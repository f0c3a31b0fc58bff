import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { sitesQuery } from '../../../src/records/site/site-queries.ts';
import { watchReports } from '../../support/fake-worker.ts';
import { keyRow, listedSite } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { askedCards } from './asked-cards.ts';
import { copyButton, issueButton, labelField, newKeyDialog, open } from './open-issue-key.ts';
import {
  adminRow,
  openAction,
  bodyRows,
  closeToasts,
  labels,
  madeKey,
  openKeys,
  rpcUrl,
  sitesUrl,
} from './serve-main.ts';

const reports = watchReports();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') });
});
afterEach(() => act(async () => closeToasts()));

const technician = (ids: number[] | null, values = {}) =>
  keyRow({ id: 4, label: 'Ali', role: 'technician', site_id: null, site_ids: ids, ...values });
const technicianChoice = () => screen.getByRole('radio', { name: 'A technician: adds visits to the sites you choose' });
const allSites = () => screen.getByRole('radio', { name: 'All sites, including new ones' });
const box = (name: string) => screen.getByRole('checkbox', { name });
const shownText = (text: string) => screen.findByText(text);

describe("issuing a technician's key", () => {
  it('explains what the key can do and what not, and asks for its sites', async () => {
    const { user, called } = await open();
    await user.click(technicianChoice());
    expect(
      screen.getByText(/add visits with photos and PDFs.*sees neither the keys nor the change log/su),
    ).toBeVisible();
    await user.type(labelField(), 'Ali');
    await user.click(issueButton());
    expect(screen.getByText('Choose at least one site, or all.')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Only these' })).toHaveFocus();
    await user.click(box('Kingfisher Rise'));
    await user.click(box('Selasih Park'));
    await shownText('2 of 2 chosen');
    await user.click(box('Selasih Park'));
    await user.click(issueButton());
    expect(within(await newKeyDialog()).getByText(madeKey)).toBeVisible();
    expect(called).toEqual([{ role: 'technician', label: 'Ali', site_ids: [2] }]);
  });

  it('sends no list of sites for all sites', async () => {
    const { user, called } = await open();
    await user.click(technicianChoice());
    await user.click(allSites());
    await user.type(labelField(), 'Ali');
    await user.click(issueButton());
    await newKeyDialog();
    expect(called).toEqual([{ role: 'technician', label: 'Ali' }]);
  });

  it('starts with the site in the query string, and remembers the chosen sites while “all” is selected', async () => {
    const { user } = await open('?site=Kingfisher+Rise');
    await user.click(technicianChoice());
    expect(box('Kingfisher Rise')).toBeChecked();
    await user.click(box('Selasih Park'));
    await user.click(allSites());
    expect(within(screen.getByRole('dialog')).queryByRole('checkbox')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Only these' }));
    expect(box('Selasih Park')).toBeChecked();
    expect(box('Kingfisher Rise')).toBeChecked();
  });

  it('offers no site that is archived', async () => {
    const { user } = await open();
    server.use(
      http.get(sitesUrl, () =>
        HttpResponse.json([
          listedSite(),
          listedSite({ id: 2, name: 'Kingfisher Rise', archived_at: '2027-05-03T02:00:00+00:00' }),
        ]),
      ),
    );
    await queryClient.refetchQueries(sitesQuery);
    await user.click(technicianChoice());
    expect(box('Selasih Park')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /^Kingfisher/u })).toBeNull();
    expect(screen.getByText('0 of 1 chosen')).toBeVisible();
  });

  it('offers a card with instructions for a technician', async () => {
    const { user } = await open();
    await user.click(technicianChoice());
    await user.click(box('Selasih Park'));
    await user.type(labelField(), 'Ali');
    await user.click(issueButton());
    await newKeyDialog();
    expect(screen.getByText(/^The card tells the technician how to get started/u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save the card (PDF)' }));
    const { data } = await askedCards(reports.workers);
    expect(data.cards).toEqual([{ key: madeKey, label: 'Ali', site: null, sites: 'Selasih Park', until: null }]);
    await user.click(copyButton());
  });

  it('finds a site of 300 by a part of its name, and Enter does not issue the key', async () => {
    const { user, called } = await openKeys();
    server.use(
      http.get(sitesUrl, () =>
        HttpResponse.json(
          Array.from({ length: 300 }, (_, id) =>
            listedSite({ id: id + 1, name: `Court ${id + 1}`, jmb_name: id === 6 ? 'Pn. Noraini Ismail' : null }),
          ),
        ),
      ),
    );
    await queryClient.invalidateQueries({ queryKey: ['maintable'] });
    await user.click(screen.getByRole('button', { name: 'Issue a key' }));
    await user.click(technicianChoice());
    const search = screen.getByRole('searchbox', { name: 'Find a site' });
    const sites = screen.getByRole('group', { name: 'Sites' });
    // Court 29 and Court 290 to 299
    await user.type(search, 'court 29{Enter}');
    expect(within(sites).getAllByRole('checkbox')).toHaveLength(11);
    await user.click(box('Court 299'));
    await user.clear(search);
    await user.type(search, 'cuort 29');
    expect(screen.getByText('No site says “cuort”; shown: court')).toBeVisible();
    expect(within(sites).getAllByRole('checkbox')).toHaveLength(11);
    await user.clear(search);
    await user.type(search, 'noraini');
    expect(screen.getByRole('checkbox', { name: /^Court 7.*JMB In-charge: Pn. Noraini Ismail$/u })).toBeVisible();
    await user.clear(search);
    await user.type(search, 'nowhere');
    expect(screen.getByText('No site matches.')).toBeVisible();
    await shownText('1 of 300 chosen');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(called).toEqual([]);
  });
});

describe("a technician's key in the list", () => {
  it('shows its sites, and can be filtered by site and by kind', async () => {
    const keys = [technician([1, 2]), technician(null, { id: 5, label: 'Siti' }), keyRow(), adminRow()];
    const { user } = await openKeys('', ...keys);
    const owners = bodyRows().map((row) => within(row).getAllByRole('cell')[1]?.textContent);
    expect(owners).toContain('Technician (Kingfisher Rise and Selasih Park)Change sites');
    expect(owners).toContain('Technician (all sites)Change sites');
    await user.type(screen.getByRole('combobox', { name: 'For' }), 'tech{Enter}');
    expect(labels()).toEqual(['Siti', 'Ali']);
    expect(location.search).toBe('?for=technicians');
    await user.clear(screen.getByRole('combobox', { name: 'For' }));
    await user.type(screen.getByRole('combobox', { name: 'For' }), 'king{Enter}');
    expect(labels()).toEqual(['Siti', 'Ali']);
  });

  it('can be given other sites', async () => {
    const asked: unknown[] = [];
    const { user, rows } = await openKeys('', technician([1]), adminRow());
    server.use(
      http.post<never, { key_id: number; site_ids?: number[] }>(rpcUrl('set_key_sites'), async ({ request }) => {
        const body = await request.json();
        asked.push(body);
        for (const one of rows) if (one.id === body.key_id) one.site_ids = body.site_ids ?? null;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Change sites of Ali' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Sites of the key “Ali”' }));
    expect(dialog.getByRole('checkbox', { name: 'Selasih Park' })).toBeChecked();
    await user.click(dialog.getByRole('checkbox', { name: 'Selasih Park' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Choose at least one site, or all.')).toBeVisible();
    expect(asked).toEqual([]);
    await user.click(dialog.getByRole('checkbox', { name: 'Kingfisher Rise' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The key “Ali” opens Kingfisher Rise.')).toBeVisible();
    expect(asked).toEqual([{ key_id: 4, site_ids: [2] }]);
    expect(await screen.findByText('Technician (Kingfisher Rise)')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change sites of Ali' }));
    await user.click(allSites());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The key “Ali” opens all sites.')).toBeVisible();
    expect(asked.at(-1)).toEqual({ key_id: 4 });
  });

  it.each([
    [404, 'PT404', null, 'This key is no longer in use. It was revoked or has expired.'],
    [422, 'PT422', 'sites-gone', 'One of these sites no longer exists. Choose the sites again.'],
  ])('explains a refused change of sites: %i', async (status, code, hint, words) => {
    const { user } = await openKeys('', technician([1]), adminRow());
    server.use(
      http.post(rpcUrl('set_key_sites'), () => HttpResponse.json({ code, message: 'any wording', hint }, { status })),
    );
    await user.click(screen.getByRole('button', { name: 'Change sites of Ali' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  it('still has its sites after a rotation', async () => {
    const { user, called } = await openKeys('', technician([2]), adminRow());
    await openAction(user, 'Rotate', 'Ali');
    expect(screen.getByText(/^A new key for Technician \(Kingfisher Rise\) is made/u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Rotate' }));
    await newKeyDialog();
    expect(called).toEqual([{ key_id: 4, keep_old: '7 days', expires_at: 'infinity' }]);
    await user.click(screen.getByRole('button', { name: 'Save the card (PDF)' }));
    expect((await askedCards(reports.workers)).data.cards).toMatchObject([{ label: 'Ali', sites: 'Kingfisher Rise' }]);
  });
});
