import { expect, type Page } from '@playwright/test';
import { fillIn, filesOf, open, tasksOf, test } from './add-task-support.ts';
import { pickSite } from './sites.ts';
import { keys, logIn } from './support.ts';
import { bucket, choosePhotos, press, uploaded } from './task-files.ts';
import { expectWellMade } from './well-made.ts';

/** How many files are in the drafts on this device. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, without the rest of this file
    const ended = async <T>(request: IDBRequest<T>): Promise<T> => {
      await new Promise((resolve) => request.addEventListener('success', resolve, { once: true }));
      return request.result;
    };
    const entries: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await ended(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const found: unknown[] = await ended(database.transaction(store).objectStore(store).getAll());
        entries.push(...found);
      }
      database.close();
    }
    const files = entries.flatMap((entry) =>
      entry !== null && typeof entry === 'object' && 'prepared' in entry && 'url' in entry ? [entry] : [],
    );
    const up = files.filter(({ url }) => url !== null).length;
    return { uploaded: up, waiting: files.length - up };
  });

test('a reload in mid-upload brings back the texts and the files, which go on', async ({ page }) => {
  const siteId = await open(page, 'Add task, reload');
  await fillIn(page, 'Repair', 'Add task, reload');
  // two photos arrive, each with its small rendition, and nothing else
  const through = new Set<string>();
  let stuck = true;
  const sent: string[] = [];
  await page.route(`**/storage/v1/object/${bucket}/**`, async (route) => {
    const url = route.request().url();
    const photo = url.replace(/(\.small)?\.\w+$/u, '');
    if (through.size < 2) through.add(photo);
    if (!stuck) sent.push(url);
    if (through.has(photo) || !stuck) await route.continue();
  });
  await choosePhotos(page, 4, 1_600, 1_200);
  await page.getByLabel('Choose a PDF').setInputFiles({
    name: 'visit.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF'),
  });
  await expect(uploaded(page)).toHaveCount(2);
  await expect.poll(() => keptFiles(page)).toEqual({ uploaded: 2, waiting: 3 });
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('framenavigated', () => {
    stuck = false;
  });
  await page.reload();
  await expect(page.getByText(/^Draft from \d\d:\d\d restored\.$/)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Repair');
  await expect(page.getByLabel('Task text')).toHaveValue('Arm bolts re-torqued.\n天线插头进水');
  await expect(uploaded(page)).toHaveCount(5);
  // two photos with their small renditions, and the PDF
  expect(sent).toHaveLength(5);
  await press(page, 'Add Task');
  await press(page, 'Update');
  await expect(page).toHaveURL(/\/maintenance\?/);
  const [task] = await tasksOf(page, siteId);
  expect(task?.urls).toHaveLength(4);
  expect(task?.pdf).toMatch(/\.pdf$/);
});

/** Types a visit into the open form and presses Update, all of it offline. */
async function finish(page: Page, site: string, photos: number): Promise<void> {
  await pickSite(page, site);
  await page.context().setOffline(true);
  await fillIn(page, 'Repair');
  if (photos > 0) await choosePhotos(page, photos, 1_200, 900);
  await expect(page.getByText('Preparing…')).toHaveCount(0);
  await press(page, 'Add Task');
  await press(page, 'Update');
  await expect(page.getByText(/^Waiting for a connection\. This visit is saved by itself/)).toBeVisible();
}

const draftsKept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('portal.draft')));

test('a visit that is finished without a signal is saved once by one of two tabs, also when its own is closed', async ({
  page,
  context,
}) => {
  const site = 'Add task, offline';
  const siteId = await open(page, site);
  const other = await context.newPage();
  await logIn(other, keys.admin, '/guide');
  await finish(page, site, 0);
  await expect(other.getByText('1 visit waits for a connection.')).toBeVisible();
  await expectWellMade(page);
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/maintenance\?/);
  await expect(other.getByText(/^1 visit/)).toHaveCount(0);
  expect(await tasksOf(other, siteId)).toHaveLength(1);

  await page.goto('/DataEditor');
  await finish(page, site, 2);
  await expect.poll(() => keptFiles(page)).toEqual({ uploaded: 0, waiting: 2 });
  await page.close();
  await context.setOffline(false);
  await expect(other.getByText('Data updated successfully!')).toBeVisible();
  await expect(other).toHaveURL(/\/guide$/);
  await expect(other.getByText(/^1 visit/)).toHaveCount(0);
  expect(await draftsKept(other)).toEqual([]);
  expect(await keptFiles(other)).toEqual({ uploaded: 0, waiting: 0 });
  // opening the portal again does not save it again
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
  const tasks = await tasksOf(other, siteId);
  expect(tasks.map(({ title, urls }) => [title, urls.length])).toEqual([
    ['Repair', 0],
    ['Repair', 2],
  ]);
  // each with its small rendition
  expect(await filesOf(other, siteId)).toHaveLength(4);
});
