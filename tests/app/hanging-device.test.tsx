import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { rememberSession } from '../../src/lib/device/session-copies.ts';
import { getSession, setSession } from '../../src/lib/device/session.ts';
import { downloadFile } from '../../src/lib/stored-files.ts';
import { storePinNote } from '../../src/records/offline/pinned-sites.ts';
import { allowConsole } from '../support/console.ts';
import { fakeStorage } from '../support/fake-storage.ts';
import { hangAtOpen, hangCaches, hangEstimate, hangTransactions } from '../support/hanging-stores.ts';
import { renderRoute, technicianSession, userAnswer, userSession } from '../support/render-route.tsx';
import { fileUrl, serveSites, siteRow } from '../support/rows.ts';
import { serveField } from '../support/serve-field.ts';
import { origin, server } from '../support/server.ts';
import { hurry } from '../support/waiting.ts';

const rpc = `${origin}/rest/v1/rpc`;

// nothing on the server waits for the device (decisions §12)
describe.each([
  { how: 'whose database never opens', hang: hangAtOpen },
  { how: 'whose transactions never end', hang: hangTransactions },
  { how: 'whose caches never answer', hang: hangCaches },
])('a device $how', ({ hang }) => {
  beforeEach(async () => {
    await fakeStorage();
    hurry({ deviceHangs: true });
    await hang();
    server.use(
      http.post(`${rpc}/whoami`, () => HttpResponse.json(userAnswer)),
      http.post(`${rpc}/logout`, () => HttpResponse.json(null)),
    );
  });

  it('does not stop the login, the record or the logout', async () => {
    serveSites(siteRow());
    server.use(http.post(`${rpc}/login`, () => HttpResponse.json({ session: userSession.token, ...userAnswer })));
    const { user } = renderRoute('/?next=/profile', null);
    await user.type(screen.getByLabelText('Secret Key'), 'SELASIH-7Q4M-2KD9');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'End Session' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByLabelText('Secret Key')).toBeVisible();
    expect(getSession()).toBeNull();
  });

  it('does not stop a file from being loaded', async () => {
    renderRoute('/guide');
    server.use(
      http.get(`${origin}/storage/v1/object/rfidboomgatephoto/*`, () => new HttpResponse(new Uint8Array([1, 2, 3]))),
    );
    expect((await downloadFile(fileUrl(1))).size).toBe(3);
  });

  it('says that no site is stored for offline use, and why', async () => {
    allowConsole(/^A site could not be kept for offline/u);
    hangEstimate();
    serveField({ id: 1, name: 'Bayu' }, { id: 2, name: 'Kayangan' });
    const { user } = renderRoute('/DataEditor/my-sites', technicianSession);
    const offline = within(await screen.findByRole('region', { name: 'Offline' }));
    await user.click(offline.getByRole('button', { name: 'Keep all my sites for offline' }));
    await waitFor(() =>
      expect(offline.getByRole('alert')).toHaveTextContent(
        'Bayu and Kayangan: The storage of this device does not answer, so nothing can be kept on it now. Close other tabs of the portal, then try again.',
      ),
    );
  });
});

describe('a device that answers late', () => {
  it('then says which sites it stores for offline use', async () => {
    await fakeStorage();
    const expiresAt = new Date(Date.now() + 12 * 3_600_000).toISOString();
    const technician = { ...technicianSession, keyId: 3_501, expiresAt };
    setSession(technician);
    await rememberSession(technician);
    const pinNote = {
      visits: 1,
      photos: 0,
      pdfs: 0,
      bytes: 0,
      missing: 0,
      revision: 1,
      postsRevision: 1,
      faults: null,
      documents: null,
    };
    await storePinNote('3501.technician', 1, { ...pinNote, site: 'Bayu' });
    hurry({ deviceHangs: true });
    const release = hangTransactions();
    serveField({ id: 1, name: 'Bayu' }, { id: 2, name: 'Kayangan' });
    renderRoute('/DataEditor/my-sites', technician);
    const offline = within(await screen.findByRole('region', { name: 'Offline' }));
    expect(offline.getByText(/^Kept on this device, your sites can be read/u)).toBeVisible();
    release();
    expect(await offline.findByText(/^1 of 2 sites is on this device/u)).toBeVisible();
  });
});
