import { act, cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi, afterEach } from 'vitest';
import { draftTitles, storeDraft } from '../../../src/lib/device/drafts.ts';
import { endSession } from '../../../src/lib/device/session.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { siteColumns } from '../../../src/records/site/site-columns.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { listedSite } from '../../support/rows.ts';
import { closeToasts, field, saved } from './open-site.ts';
import { serveMaintable } from './serve-maintable.ts';

const selasih = () => listedSite({ contract_until: '2026-12-31' });

const kayangan = () =>
  listedSite({
    id: 3,
    name: 'Menara Kayangan',
    sitename: null,
    address: '3 Persiaran Kayangan, Johor Bahru',
    status: false,
    contract_until: null,
    person_in_charge: null,
  });

const openList = async (query = '') => {
  const view = renderRoute(`/DataEditor/sites${query}`, adminSession);
  await screen.findByRole('table');
  return view;
};

const bodyRows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);

describe('the list', () => {
  it('is only open to admins', async () => {
    renderRoute('/DataEditor/sites', userSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
  });

  it('shows name, site name, status, contract end and days left of each site', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-21T03:00:00Z') });
    serveMaintable(kayangan(), selasih());
    await openList();
    expect(
      bodyRows().map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['Not specified', 'System Offline', 'Contract end not specified'],
      ['Residensi Selasih Park', 'System Online', '31 December 202640 days left'],
    ]);
    expect(screen.getByText('2 sites')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sites' })).toHaveAttribute('aria-current', 'page');
  });

  it('can be searched by words of name, site name and address, and the search is still there on return', async () => {
    serveMaintable(selasih(), kayangan());
    const { user } = await openList();
    await user.type(screen.getByRole('searchbox', { name: 'Search by name, address or person' }), 'johor kayangan');
    expect(bodyRows()).toHaveLength(1);
    expect(screen.getByText('1 of 2 sites')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Menara Kayangan' }));
    expect(document.activeElement).toContainElement(screen.getByRole('heading', { level: 1, name: 'Menara Kayangan' }));
    await user.click(screen.getByRole('link', { name: 'All sites' }));
    expect(screen.getByRole('searchbox')).toHaveValue('johor kayangan');
    // a message shows the nearest spelling, and the input stays
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No site says “kayanganx”; shown: kayangan')).toBeVisible();
    expect(bodyRows()).toHaveLength(1);
    expect(screen.getByRole('searchbox')).toHaveValue('johor kayanganx');
    await user.type(screen.getByRole('searchbox'), 'yz');
    expect(screen.getByText('No site matches “johor kayanganxyz”.')).toBeVisible();
    expect(screen.queryByText(/^No site says/u)).not.toBeInTheDocument();
  });

  it('can be searched by person, and shows by what a site was found if that is not a name', async () => {
    serveMaintable({ ...selasih(), person_in_charge: 123456789 }, { ...kayangan(), jmb_name: null });
    const { user } = await openList();
    const search = screen.getByRole('searchbox');
    await user.type(search, 'norai');
    expect(bodyRows()).toHaveLength(1);
    expect(screen.getByRole('rowheader')).toHaveTextContent('Selasih ParkJMB In-charge: Pn. Noraini Ismail');
    await user.clear(search);
    await user.type(search, 'selasih 012-3456');
    expect(screen.getByRole('rowheader')).toHaveTextContent('Selasih ParkPerson In-charge: 0123456789');
    await user.clear(search);
    await user.type(search, 'selasih');
    expect(screen.getByRole('rowheader')).toHaveTextContent(/^Selasih Park$/u);
  });

  it('says when there are no sites, and offers to add one', async () => {
    serveMaintable();
    renderRoute('/DataEditor/sites', adminSession);
    expect(await screen.findByText('There are no sites yet.')).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add a site' })).toBeVisible();
  });

  it('shows that it is loading', async () => {
    serveMaintable(selasih());
    renderRoute('/DataEditor/sites', adminSession);
    expect(await screen.findByText('Loading sites…')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Selasih Park' })).toBeVisible();
  });

  it('reports a query string that names no site', async () => {
    serveMaintable(selasih());
    const { user } = renderRoute('/DataEditor/sites?site=Nowhere', adminSession);
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'All sites' }));
    expect(await screen.findByRole('link', { name: 'Selasih Park' })).toBeVisible();
  });
});

const openForm = async () => {
  serveMaintable(selasih(), kayangan());
  const { user } = await openList();
  await user.click(screen.getByRole('link', { name: 'Selasih Park' }));
  await user.type(screen.getByRole('textbox', { name: 'Capacity' }), ' more');
  return user;
};

const storedDraftKeys = () => Object.keys(localStorage).filter((key) => key.includes('/site/'));

const leaveQuestion = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });

describe('leaving', () => {
  it.each(['All sites', 'Sites', 'Access keys'])('by the link %s asks, and Stay keeps the input', async (name) => {
    const user = await openForm();
    await user.click(screen.getByRole('link', { name }));
    expect(leaveQuestion()).toBeVisible();
    expect(screen.getByText('Your changes to Selasih Park are not saved.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(leaveQuestion()).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Capacity' })).toHaveValue('1,250 vehicles more');
  });

  it('drops the input after Leave', async () => {
    const user = await openForm();
    await user.click(screen.getByRole('link', { name: 'All sites' }));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await user.click(await screen.findByRole('link', { name: 'Selasih Park' }));
    expect(screen.getByRole('textbox', { name: 'Capacity' })).toHaveValue('1,250 vehicles');
    await user.click(screen.getByRole('link', { name: 'All sites' }));
    expect(leaveQuestion()).toBeNull();
  });

  it('because the session expired loses nothing', async () => {
    await openForm();
    act(() => endSession('expired'));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    cleanup();
    renderRoute('/DataEditor/sites?site=Selasih+Park', adminSession);
    expect(await screen.findByRole('textbox', { name: 'Capacity' })).toHaveValue('1,250 vehicles more');
    expect(screen.getByText('Your unsaved changes were restored.')).toBeVisible();
  });

  it('because the session expired shows nothing of it to another key', async () => {
    await openForm();
    act(() => endSession('expired'));
    cleanup();
    renderRoute('/DataEditor/sites?site=Selasih+Park', { ...adminSession, keyId: 77 });
    expect(await screen.findByRole('textbox', { name: 'Capacity' })).toHaveValue('1,250 vehicles');
  });

  it('keeps what another tab has typed since the form was opened', async () => {
    serveMaintable(selasih(), kayangan());
    const { user } = await openList();
    await user.click(screen.getByRole('link', { name: 'Selasih Park' }));
    await screen.findByRole('textbox', { name: 'Capacity' });
    storeDraft('site/1', storedMessage('Site Selasih Park'), 'of another tab');
    await user.click(screen.getByRole('link', { name: 'All sites' }));
    expect(await screen.findByRole('link', { name: 'Selasih Park' })).toBeVisible();
    expect(draftTitles()).toEqual(['Site Selasih Park']);
  });

  it('leaves a stored draft, whose title End Session would list', async () => {
    await openForm();
    expect(draftTitles()).toEqual(['Site Selasih Park']);
  });

  it('by logging out deletes the draft', async () => {
    await openForm();
    expect(storedDraftKeys()).toHaveLength(1);
    act(() => endSession('logout'));
    expect(storedDraftKeys()).toEqual([]);
  });
});

const openNew = async () => {
  const table = serveMaintable(listedSite());
  const view = renderRoute('/DataEditor/sites', adminSession);
  await view.user.click(await screen.findByRole('button', { name: 'Add a site' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Add a site' })).toBeVisible();
  return { ...view, ...table };
};

const addButton = () => screen.getByRole('button', { name: 'Add site' });

describe('adding a site', () => {
  afterEach(closeToasts);

  describe('a new site', () => {
    it('needs a name, is added as typed, opened, and offers to issue a key', async () => {
      const { user, written } = await openNew();
      await user.click(addButton());
      expect(screen.getByText('Give the site a name.')).toBeVisible();
      await user.type(field('Name'), 'Bayu Court ');
      await user.type(screen.getByRole('combobox', { name: 'Building Type' }), 'office tower');
      await user.click(addButton());
      expect(await saved()).toBeVisible();
      // every column is sent, empty ones as null
      const empty = Object.fromEntries(siteColumns.map(({ column }) => [column, null]));
      expect(written).toEqual([{ ...empty, name: 'Bayu Court', status: true, building_type: 'office tower' }]);
      expect(await screen.findByRole('heading', { level: 1, name: 'Bayu Court' })).toBeVisible();
      expect(location.search).toBe('?site=Bayu+Court');
      expect(document.activeElement).toHaveTextContent('Bayu Court');
      expect(screen.getByRole('link', { name: 'Issue an access key for it' })).toHaveAttribute(
        'href',
        '/DataEditor/keys?site=Bayu+Court&issue=1',
      );
      await user.click(screen.getByRole('link', { name: 'All sites' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByRole('link', { name: 'Bayu Court' })).toBeVisible();
    });
  });
});
