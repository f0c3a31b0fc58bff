import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../../src/lib/device/session.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { downloadSites } from '../../../src/records/offline/download-sites.ts';
import { faults } from '../../faults/faults.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { renderRoute, technicianSession, userSession } from '../../support/render-route.tsx';
import { serveField } from '../../support/serve-field.ts';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';

const restUrl = `${origin}/rest/v1`;
const copy = /^Saved copy of/u;
/** Each test has its own key, because copies of what the test before read may be stored late. */
let technician = technicianSession;
let keyId = 3_100;

function goOffline(): void {
  server.use(http.post(`${origin}/*`, faults.offline), http.get(`${origin}/*`, faults.offline));
  queryClient.clear();
}

/** A technician with a pinned site and another site, who has no connection now. */
async function openOffline(): Promise<void> {
  await fakeStorage();
  keyId += 1;
  technician = { ...technicianSession, keyId };
  setSession(technician);
  serveField({ id: 1, name: 'Bayu' }, { id: 2, name: 'Kayangan' });
  await downloadSites([{ id: 1, site: 'Bayu' }], async () => undefined);
  goOffline();
  hurry();
}

beforeEach(openOffline);

describe('without a connection', () => {
  it.each([
    ['/data-fetcher', 'Error fetching data.'],
    ['/maintenance', 'Failed to fetch tasks.'],
  ])(
    'a site without copies says so on %s, names the sites with copies, and is loaded when there is a connection',
    async (path, error) => {
      const { user } = renderRoute(`${path}?site=Kayangan`, technician);
      expect(await screen.findByText('There is no connection, and Kayangan is not kept on this device.')).toBeVisible();
      expect(screen.queryByText(error)).toBeNull();
      expect(screen.queryByText(copy)).toBeNull();
      const link = within(await screen.findByRole('list', { name: 'On this device:' })).getByRole('link');
      expect(link).toHaveTextContent('Bayu');
      await user.click(link);
      expect(await screen.findByText('Monthly preventive maintenance')).toBeVisible();
      expect(await screen.findByText(copy)).toBeVisible();
      // the list of visits that can be corrected could not be read, which is no error here
      expect(screen.queryByText(/could not be loaded/u)).toBeNull();

      await act(async () => history.back());
      await screen.findByText(/Kayangan is not kept/u);
      serveField({ id: 1, name: 'Bayu' }, { id: 2, name: 'Kayangan' });
      act(() => void dispatchEvent(new Event('online')));
      expect(await screen.findByText('Monthly preventive maintenance')).toBeVisible();
      await waitFor(() => expect(screen.queryByText(/is not kept/u)).toBeNull());
    },
  );

  it('the form offers a pinned site with its equipment and a conclusion for each post, without an error', async () => {
    renderRoute('/DataEditor/report?site=Bayu', technician);
    expect(await screen.findByDisplayValue('AVR of Bayu')).toBeVisible();
    const conclusions = within(screen.getByRole('table', { name: 'Conclusion' })).getAllByRole('rowheader');
    expect(conclusions.map(({ textContent }) => textContent)).toEqual(['P1', 'P2', 'P3', 'P4']);
    expect(screen.getByLabelText('Select Client')).toHaveDisplayValue('Bayu');
    expect(screen.queryByRole('alert')).toBeNull();
    // the form is typed, not read, so it does not say when the record was read
    expect(screen.queryByText(copy)).toBeNull();
  });

  it('the form says that posts and equipment of another site are not on this device', async () => {
    renderRoute('/DataEditor/report?site=Kayangan', technician);
    expect(
      await screen.findByText(
        'There is no connection, and the posts and equipment of Kayangan are not kept on this device.',
      ),
    ).toBeVisible();
  });

  it('Add New Task does not claim to show a copy', async () => {
    renderRoute('/DataEditor', technician);
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Site' })).toBeEnabled());
    expect(screen.queryByText(copy)).toBeNull();
  });
});

it('with a connection a client is told that loading failed', async () => {
  server.use(http.get(`${restUrl}/*`, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 })));
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  renderRoute('/data-fetcher', userSession);
  expect(await screen.findByText('Error fetching data.')).toBeVisible();
});
