import { expect, type Page } from '@playwright/test';
import { choosePhotos, press, tasksOf, test } from './add-task-support.ts';
import {
  addField,
  client,
  expectVisits,
  finish,
  loadScreenCode,
  loseSignal,
  visit,
  waitingVisits,
} from './field-day.ts';
import { goTo, logIn } from './support.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const offline = (page: Page) => page.getByRole('region', { name: 'Offline' });
const notice = (page: Page) => page.getByText(/^Saved copy of \d+ \w+ \d{4}, \d\d:\d\d\. There is no connection\.$/u);

// a day is long, and a busy machine may do it at a tenth of its usual speed
test.describe.configure({ timeout: 240_000 });

test('a day in three basements: sites stored, forms signed and visits with photos made offline, each saved once', async ({
  page,
  context,
}) => {
  const names = ['Basement Angsana', 'Basement Bayu', 'Basement Cempaka'];
  const field = await addField(page, names, [0, 0, 0]);
  await logIn(page, field.key, '/DataEditor/my-sites');
  await press(page, 'Keep all my sites for offline');
  await expect(offline(page).getByText(/^Your 3 sites are on this device with [\d.]+ KB/u)).toBeVisible();
  await loadScreenCode(page);
  await loseSignal(context, page);

  for (const [index, name] of names.entries()) {
    await goTo(page, '/DataEditor/my-sites');
    await page.getByRole('article', { name }).getByRole('button', { name: /^More/u }).click();
    await page.getByRole('menuitem', { name: 'Service History' }).click();
    await expect(page.getByText(/^1 visit/u).first()).toBeVisible();
    await expect(notice(page)).toBeVisible();
    await visit(page, name, index + 1);
    await finish(page);
    await expect(waitingVisits(page)).toHaveCount(index + 1);
  }

  await context.setOffline(false);
  await expect(page.getByText('3 visits saved')).toBeVisible();
  await page.reload();
  await expect(page.getByText('3 visits saved')).toBeVisible();
  for (const [index, name] of names.entries()) await expectVisits(page, field, index, name, index + 1);
});

/** Limits the storage of the portal in the browser, in bytes, while this page is open. */
async function limitStorage(page: Page, quotaSize: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  // the limit is in force until this session ends
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
}

/** Sets whether files of visits fit. The browser itself would accept small files until it checks its quota again. */
const setRoom = (page: Page, hasRoom: boolean) =>
  page.evaluate(`{
    const { put } = globalThis.wholePut ??= { put: IDBObjectStore.prototype.put };
    IDBObjectStore.prototype.put = ${hasRoom} ? put : function (value, key) {
      if (value?.prepared !== undefined) throw new DOMException('No room', 'QuotaExceededError');
      return put.call(this, value, key);
    };
  }`);

test('a day with little room on the device: the portal says what does not fit, what is typed stays, and all is saved in the end', async ({
  page,
  context,
}) => {
  const names = ['Small room Angsana', 'Small room Bayu', 'Small room Cempaka'];
  const [first = '', second = '', third = ''] = names;
  const field = await addField(page, names, [0, 0, 3_000_000]);
  await logIn(page, field.key, '/DataEditor/my-sites');
  await expect(page.getByRole('article')).toHaveCount(3);
  await limitStorage(page, 2_000_000);
  await press(page, 'Keep all my sites for offline');
  await expect(offline(page).getByText(`${third}: This device is full. Free some space and try again`)).toBeVisible();
  await expect(offline(page).getByText(/^2 of 3 sites are on this device/u)).toBeVisible();
  await loadScreenCode(page);
  await loseSignal(context, page);

  await visit(page, first, 1);
  await finish(page);
  await expect(waitingVisits(page)).toHaveCount(1);

  await setRoom(page, false);
  await visit(page, second, 2);
  await expect(page.getByText(/^This device does not keep 3 files\./u)).toBeVisible();
  await finish(page);
  const tooLittleRoomMessage = page.getByText(/This device does not keep all of this visit: keep this page open/u);
  await expect(tooLittleRoomMessage).toBeVisible();
  await expect(waitingVisits(page)).toHaveCount(1);
  await press(page, 'Keep editing');
  // somebody has deleted a film
  await setRoom(page, true);
  await finish(page);
  await expect(waitingVisits(page)).toHaveCount(2);

  // the site whose photos did not fit has its records, and so its form
  await setRoom(page, false);
  await visit(page, third, 1);
  await finish(page);
  await expect(tooLittleRoomMessage).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  const next = await context.newPage();
  await page.close({ runBeforeUnload: true });
  await context.setOffline(false);
  await next.goto('/guide');
  await logIn(next, field.key, '/guide');
  await expect(next.getByText(/^1 visit not finished:/u)).toBeVisible();
  await expect(next.getByText('2 visits saved')).toBeVisible();
  for (const [index, name] of [first, second].entries()) await expectVisits(next, field, index, name, index + 1);
  expect(await tasksOf(next, field.ids[2] ?? 0, field.session)).toHaveLength(1);

  // its texts are here, and its form with the signatures; only the photo has to be taken again
  await next.getByRole('link', { name: new RegExp(`^${third}, `, 'u') }).click();
  await expect(next.getByText(/^2 files of this visit could not be kept on this device\./u)).toBeVisible();
  await expect(next.getByText(`In order at ${third}`)).toBeVisible();
  await press(next, 'Edit');
  await goTo(next, '/DataEditor/report');
  await press(next, 'Go on with the last form');
  await press(next, 'Go to signatures');
  await expect(next.getByRole('textbox', { name: 'Name of the client' })).toHaveValue(client(third));
  await press(next, 'Attach to a new task');
  await expect(next.getByText(/^The PDF was added to the visit you had started for this site/u)).toBeVisible();
  await press(next, 'OK');
  await choosePhotos(next, 3, 1_200, 900);
  await finish(next);
  await expect(next).toHaveURL(/\/maintenance\?/u);
  await expectVisits(next, field, 2, third, 3);
});
