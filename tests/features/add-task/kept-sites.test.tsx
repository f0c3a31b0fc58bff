import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { storeResultCopy } from '../../../src/lib/device/copies.ts';
import { rememberSession } from '../../../src/lib/device/session-copies.ts';
import { endSession, setSession } from '../../../src/lib/device/session.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { sitesQuery } from '../../../src/records/site/site-queries.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { renderRoute, technicianSession } from '../../support/render-route.tsx';
import { listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { backend, comeBack, fillIn, importScreen, expectSavedToast, press, serveTasks } from './open-add-task.ts';

it('a technician can enter and finish a visit offline with only a copy of the list of sites', async () => {
  await fakeStorage();
  await importScreen();
  const expiresAt = new Date(Date.now() + 12 * 3_600_000).toISOString();
  const session = { ...technicianSession, kept: true, expiresAt };
  setSession(session);
  await rememberSession(session);
  const sites = [listedSite({ id: 4, name: 'Kingfisher Tower' }), listedSite({ id: 1, name: 'Selasih Park' })];
  await storeResultCopy('3.technician', JSON.stringify(sitesQuery.queryKey), { value: sites, at: Date.now() });
  // the page is closed without a logout
  endSession('unseen');
  queryClient.clear();

  serveTasks();
  backend.away = true;
  localStorage.setItem('portal.session', JSON.stringify(session));
  dispatchEvent(new StorageEvent('storage', { key: 'portal.session' }));
  const { user } = renderRoute('/DataEditor', null);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Site' })).toBeEnabled());
  await fillIn(user);
  await press(user, 'Add Task');
  await press(user, 'Update');
  expect(await screen.findByText('1 visit waits for a connection.')).toBeVisible();
  const { role, site, keyId } = session;
  const response = { role, site, key_id: keyId, expires_at: expiresAt, kept: true };
  server.use(http.post(`${origin}/rest/v1/rpc/whoami`, () => (backend.away ? undefined : HttpResponse.json(response))));
  comeBack();
  await expectSavedToast();
  expect(backend.tasks.map(({ title }) => title)).toEqual(['Repair']);
  await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('/add-task/'));
});
