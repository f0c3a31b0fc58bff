import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeResultCopy } from '../../../src/lib/device/copies.ts';
import { siteRecordQuery, sitesQuery } from '../../../src/records/site/site-queries.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { renderRoute, technicianSession } from '../../support/render-route.tsx';
import { listedSite, siteRow, task } from '../../support/rows.ts';
import { backend, comeBack, fillIn, importScreen, expectSavedToast, press, serveTasks } from './open-add-task.ts';

const owner = '5303.technician';
const november = task({ id: 3, time: '2025-11-10T10:00:00+08:00', follow: [{ line: 1, text: 'Replace the spring' }] });
const at = Date.now();

beforeEach(async () => {
  await fakeStorage();
  await importScreen();
  serveTasks();
  const sites = [listedSite({ id: 4, name: 'Kingfisher Tower' }), listedSite({ id: 1, name: 'Selasih Park' })];
  await storeResultCopy(owner, JSON.stringify(sitesQuery.queryKey), { value: sites, at });
  backend.away = true;
});

const open = () => renderRoute('/DataEditor?site=Selasih+Park', { ...technicianSession, keyId: 5_303 });

describe('the recommendations that a visit carried out, without a connection', () => {
  it('are ticked from the copy of the site, wait with the visit, and are saved with it', async () => {
    const record = { ...siteRow({ tasks2024: [november] }), visit_every_months: 1 };
    await storeResultCopy(owner, JSON.stringify(siteRecordQuery('Selasih Park').queryKey), { value: record, at }, true);
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: /^Replace the spring/u }));
    await fillIn(user, null);
    await press(user, 'Add Task');
    await press(user, 'Update');
    expect(await screen.findByText('1 visit waits for a connection.')).toBeVisible();
    comeBack();
    await expectSavedToast();
    expect(backend.tasks).toMatchObject([{ title: 'Repair', closes: [{ task: 3, line: 1 }] }]);
  });

  it('cannot be ticked without the copy, which is no error', async () => {
    open();
    await waitFor(() =>
      expect(
        screen.getByText('There is no connection, and the recommendations of this site are not kept on this device.'),
      ).toBeVisible(),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText('Title')).toBeEnabled();
  });
});
