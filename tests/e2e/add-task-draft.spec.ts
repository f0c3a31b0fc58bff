import { expect, type Page } from '@playwright/test';
import { smallPdf } from '../support/small-pdf.ts';
import {
  fillIn,
  filesOf,
  openAddTask,
  tasksOf,
  test,
  bucket,
  choosePhotos,
  press,
  uploaded,
} from './add-task-support.ts';
import { addSite, pickSite } from './sites.ts';
import { keys, logIn, rpc, submitKey } from './support.ts';
import { expectWellMade } from './well-made.ts';

/** How many files of the drafts on this device are uploaded, and how many wait. */
const draftFiles = (page: Page) =>
  page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, without the rest of this file
    const resultOf = async <T>(request: IDBRequest<T>): Promise<T> => {
      await new Promise((resolve) => request.addEventListener('success', resolve, { once: true }));
      return request.result;
    };
    const entries: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const drafts: unknown[] = await resultOf(database.transaction(store).objectStore(store).getAll());
        entries.push(...drafts);
      }
      database.close();
    }
    const files = entries.flatMap((entry) =>
      entry !== null && typeof entry === 'object' && 'prepared' in entry && 'url' in entry ? [entry] : [],
    );
    const uploadedCount = files.filter(({ url }) => url !== null).length;
    return { uploaded: uploadedCount, waiting: files.length - uploadedCount };
  });

test('a reload in mid-upload brings back the texts and the files, which go on', async ({ page }) => {
  const siteId = await openAddTask(page, 'Add task, reload');
  await fillIn(page, 'Repair', 'Add task, reload');
  // two photos arrive, each with its small rendition, and no other file
  const uploadedPhotos = new Set<string>();
  let stuck = true;
  const requestedNames: string[] = [];
  await page.route(`**/storage/v1/object/${bucket}/**`, async (route) => {
    const url = route.request().url();
    const photo = url.replace(/(\.small)?\.\w+$/u, '');
    if (uploadedPhotos.size < 2) uploadedPhotos.add(photo);
    if (!stuck) requestedNames.push(url);
    if (uploadedPhotos.has(photo) || !stuck) await route.continue();
  });
  await choosePhotos(page, 4, 1_600, 1_200);
  await page.getByLabel('Choose a PDF').setInputFiles({
    name: 'visit.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(smallPdf()),
  });
  await expect(uploaded(page)).toHaveCount(2);
  await expect.poll(() => draftFiles(page)).toEqual({ uploaded: 2, waiting: 3 });
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('framenavigated', () => {
    stuck = false;
  });
  await page.reload();
  await expect(page.getByText(/^Draft from \d\d:\d\d restored\.$/)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Repair');
  await expect(page.getByLabel('Task text')).toHaveValue('Arm bolts re-torqued.\n天线插头进水');
  await expect(uploaded(page)).toHaveCount(5);
  // two photos, each with its small rendition, and the PDF
  expect(requestedNames).toHaveLength(5);
  await press(page, 'Add Task');
  await press(page, 'Update');
  await expect(page).toHaveURL(/\/maintenance\?/);
  const [task] = await tasksOf(page, siteId);
  expect(task?.urls).toHaveLength(4);
  expect(task?.pdf).toMatch(/\.pdf$/);
});

/**
 * Types a visit into the open form and presses Update while the device is offline. The visit moves into the list, and the form is
 * empty.
 */
async function finish(page: Page, site: string, title: string, photos: number): Promise<void> {
  await pickSite(page, site);
  await page.context().setOffline(true);
  await fillIn(page, title);
  if (photos > 0) await choosePhotos(page, photos, 1_200, 900);
  await expect(page.getByText('Preparing…')).toHaveCount(0);
  await press(page, 'Add Task');
  await press(page, 'Update');
  await expect(page.getByLabel('Title')).toHaveValue('');
}

const waitingVisits = (page: Page) => page.getByRole('region', { name: 'Visits on this device' }).getByRole('listitem');

/** The names of the drafts of new visits on this device. */
const visitDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => /^portal\.draft\/[^/]+\/add-task\//u.test(name)));
const titlesOf = async (page: Page, siteId: number) =>
  (await tasksOf(page, siteId)).map(({ title, urls }) => [title, urls.length]);

test('visits that are finished offline are each saved once, in order, also when their tab is closed', async ({
  page,
  context,
}) => {
  const [first, second] = ['Add task, offline', 'Add task, basement'];
  const other = await context.newPage();
  const secondId = await openAddTask(other, second);
  const firstId = await openAddTask(page, first);
  await other.goto('/guide');
  await finish(page, first, 'Repair', 2);
  await expect(other.getByText('1 visit waits for a connection.')).toBeVisible();
  await finish(page, second, 'Reader check', 1);
  await finish(page, first, 'Quarterly test', 0);
  await finish(page, second, 'Thrown away', 1);
  await expect(waitingVisits(page)).toHaveCount(4);
  await expectWellMade(page);

  // the technician opens a visit again and changes it, and discards another one
  await page
    .getByRole('link', { name: /^Open: Add task, basement.*1 photo/u })
    .first()
    .click();
  await press(page, 'Edit');
  await expect(page.getByLabel('Title')).toHaveValue('Reader check');
  await page.getByLabel('Title').fill('Reader check, north');
  await press(page, 'Add Task');
  await press(page, 'Update');
  await expect(waitingVisits(page)).toHaveCount(4);
  const last = waitingVisits(page).filter({ hasText: 'Add task, basement' }).first();
  await last.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(waitingVisits(page)).toHaveCount(3);
  await expect.poll(() => draftFiles(page)).toEqual({ uploaded: 0, waiting: 3 });

  await page.close();
  await context.setOffline(false);
  await expect(other.getByText('3 visits saved')).toBeVisible();
  await expect(other).toHaveURL(/\/guide$/);
  expect(await titlesOf(other, firstId)).toEqual([
    ['Repair', 2],
    ['Quarterly test', 0],
  ]);
  expect(await titlesOf(other, secondId)).toEqual([['Reader check, north', 1]]);
  expect(await visitDrafts(other)).toEqual([]);
  expect(await draftFiles(other)).toEqual({ uploaded: 0, waiting: 0 });
  // the portal does not save them again when it is opened again, and still says what was saved
  await other.reload();
  await other.getByRole('button', { name: 'Show all 3' }).click();
  await other.getByRole('listitem').filter({ hasText: 'Repair' }).getByRole('link', { name: 'See it' }).click();
  await expect(other.getByRole('article').filter({ hasText: 'Repair' })).toBeVisible();
  // each photo with its small rendition
  expect(await filesOf(other, firstId)).toHaveLength(4);
  expect(await filesOf(other, secondId)).toHaveLength(2);
});

test('a waiting visit is saved by the key that replaced its own', async ({ page, context }) => {
  const site = 'Add task, rotated';
  const { id: siteId, session: admin } = await addSite(page, site, { status: true, tasks2024: [] });
  const old = await rpc<{ id: number; key: string }>(page, 'issue_key', { role: 'technician', label: 'Field' }, admin);
  await logIn(page, old.key, '/DataEditor');
  await finish(page, site, 'Repair', 2);
  const rotatedKey = await rpc<{ key: string }>(page, 'rotate_key', { key_id: old.id, keep_old: '0' }, admin);
  await context.setOffline(false);
  await expect(
    page.getByText(/^1 visit waits on this device for a login with the same key, its replacement/u),
  ).toBeVisible();
  await submitKey(page, rotatedKey.key);
  await expect(page.getByText(/^Add task, rotated, .*2 photos: saved\.$/u)).toBeVisible();
  expect(await titlesOf(page, siteId)).toEqual([['Repair', 2]]);
  expect(await visitDrafts(page)).toEqual([]);
});

test('a device whose stores never answer stops no visit from being saved', async ({ page }) => {
  await page.addInitScript(() => {
    // requests that nobody answers, as in WebKit beside a page in the back-forward cache
    Object.defineProperty(IDBFactory.prototype, 'open', { value: () => ({}) });
    for (const call of ['open', 'match', 'has', 'keys', 'delete'])
      Object.defineProperty(CacheStorage.prototype, call, { value: () => new Promise(() => undefined) });
  });
  const siteId = await openAddTask(page, 'Add task, hanging device');
  await fillIn(page, 'Repair', 'Add task, hanging device');
  await choosePhotos(page, 1, 400, 300);
  await expect(uploaded(page)).toHaveCount(1);
  await press(page, 'Add Task');
  await press(page, 'Update');
  await expect(page.getByRole('article', { name: 'Repair' })).toBeVisible();
  expect(await tasksOf(page, siteId)).toMatchObject([{ title: 'Repair', urls: [expect.any(String)] }]);
});

test('an admin hands in on the phone what a revoked key left there, with its photos', async ({ page, context }) => {
  const site = 'Add task, revoked';
  const { id: siteId, session: admin } = await addSite(page, site, { status: true, tasks2024: [] });
  const { id, key } = await rpc<{ id: number; key: string }>(
    page,
    'issue_key',
    { role: 'technician', label: 'Team B' },
    admin,
  );
  await logIn(page, key, '/DataEditor');
  await finish(page, site, 'Repair', 2);
  await rpc(page, 'revoke_key', { key_id: id }, admin);
  await context.setOffline(false);
  await expect(page.getByText(/if it was revoked, an admin key\.$/u)).toBeVisible();
  await logIn(page, keys.admin, '/DataEditor');
  const leftDrafts = page.getByRole('region', { name: 'Left by keys that have ended' });
  await expect(leftDrafts.getByRole('listitem')).toHaveText([
    /^Add task, revoked, \d+ March 2026 at .*, Repair, 2 photos$/u,
  ]);
  await expectWellMade(page);
  await leftDrafts.getByRole('button', { name: 'Take over what “Team B” left' }).click();
  await expect(page.getByText(/^Add task, revoked, .*2 photos: saved\.$/u)).toBeVisible();
  expect(await titlesOf(page, siteId)).toEqual([['Repair', 2]]);
  expect(await visitDrafts(page)).toEqual([]);
  expect(await draftFiles(page)).toEqual({ uploaded: 0, waiting: 0 });
});
