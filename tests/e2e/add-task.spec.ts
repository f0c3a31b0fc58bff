import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { smallPdf } from '../support/small-pdf.ts';
import { discJpeg, seenDisc, testExif, orientations } from '../support/test-jpeg.ts';
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
  fileOf,
} from './add-task-support.ts';
import { answerUntil } from './support.ts';

/** Whether a click in the middle of a button hits the button and not something that covers it. */
const isFree = (button: Locator) =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(hit);
  });

test('on a phone photos of 12 megapixels go through a dead spot, one is cut off and sent again alone, and the task is on the dashboard', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const siteId = await openAddTask(page, 'Add task, photos');
  const sentNames: string[] = [];
  // the photo whose first two uploads are cut off, and the state of its second upload
  let cutOff = '';
  let cuts = 0;
  let sentOfCutOff = 0;
  const presses = new EventEmitter();
  const updatePressed = once(presses, 'update');
  await page.route(`**/storage/v1/object/${bucket}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname;
    sentNames.push(name);
    // the network is lost at the third file, while the second photo is being sent
    if (sentNames.length === 3) await context.setOffline(true);
    // the first photo, not its small rendition, that is sent for the first time after the dead spot
    if (cutOff === '' && sentNames.length >= 5 && !name.includes('.small.') && !sentNames.slice(0, -1).includes(name))
      cutOff = name;
    if (name === cutOff) sentOfCutOff += 1;
    // the upload fails only after the save waits for the photo, however slow the machine is
    if (name === cutOff) await updatePressed;
    if (name === cutOff) cuts += 1;
    await (name === cutOff && cuts < 3 ? route.abort() : route.continue());
  });
  await fillIn(page, 'Quarterly test', 'Add task, photos');
  const button = page.getByRole('button', { name: 'Add Task', exact: true });
  await choosePhotos(page, 3);
  await expect(page.getByText(/^Waiting for the network: \d of 3 uploaded\./)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  expect(await isFree(button)).toBe(true);
  await context.setOffline(false);
  await expect(page).toHaveTitle(/^\(\d\/3\) Uploading/);
  await press(page, 'Add Task');
  await expect(page.getByRole('article', { name: 'New visit, not saved yet' })).toContainText('Quarterly test');
  await expect(button).toHaveCount(0);
  await press(page, 'Update');
  await expect(page.getByText(/of 3 uploaded\. The visit is saved right after/)).toBeVisible();
  presses.emit('update');

  await expect(page.getByText('Data updated successfully!')).toBeVisible();
  expect([cuts, sentOfCutOff]).toEqual([3, 3]);
  await expect(page).toHaveURL(/\/maintenance\?site=Add\+task%2C\+photos&year=2026&month=mar&task=1$/);
  await expect(page.getByRole('article').filter({ hasText: 'Quarterly test' })).toContainText('View Photos (3)');

  const [task] = await tasksOf(page, siteId);
  expect(task).toMatchObject({ id: 1, title: 'Quarterly test', year: '2026', month: 'mar', pdf: '' });
  const storedNames = await filesOf(page, siteId);
  expect(storedNames).toHaveLength(6);
  for (const url of task?.urls ?? []) expect(storedNames).toContain(url.split(`/${bucket}/`)[1]);
  await page.getByRole('button', { name: 'View Photos (3)' }).click();
  const size = () =>
    page
      .getByRole('dialog')
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(size).toBe(2_048);

  // nothing remains of the draft
  await page.goto('/DataEditor');
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText(/restored/)).toHaveCount(0);
});

test('photos are dropped, pasted, sorted, removed and brought back, and discarding the draft removes all uploaded files', async ({
  page,
}) => {
  const siteId = await openAddTask(page, 'Add task, sorting');
  // the files are beside the fields, or below them where there is no room
  const leftOf = async (name: string) => (await page.getByText(name, { exact: true }).first().boundingBox())?.x ?? 0;
  const usualSize = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await leftOf('Photos')).toBeGreaterThan((await leftOf('Task text')) + 700);
  await page.setViewportSize({ width: 1000, height: 900 });
  expect(await leftOf('Photos')).toBe(await leftOf('Task text'));
  if (usualSize) await page.setViewportSize(usualSize);
  await fillIn(page, 'Repair', 'Add task, sorting');
  await page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, without the rest of this file
    const draw = async (name: string) => {
      const canvas = new OffscreenCanvas(800, 600);
      canvas.getContext('2d')?.fillRect(0, 0, 400, 300);
      return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
    };
    const dropTransfer = new DataTransfer();
    for (const name of ['a.png', 'b.png']) dropTransfer.items.add(await draw(name));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: dropTransfer, bubbles: true, cancelable: true }));
    const pasteTransfer = new DataTransfer();
    pasteTransfer.items.add(await draw('c.png'));
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: pasteTransfer, bubbles: true, cancelable: true }),
    );
  });
  const order = () => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove: / }) });
  await expect(order()).toHaveText([/^a\.png/, /^b\.png/, /^c\.png/]);
  await expect(uploaded(page)).toHaveCount(3);

  await page.getByRole('button', { name: 'Move later: a.png' }).click();
  await expect(order()).toHaveText([/^b\.png/, /^a\.png/, /^c\.png/]);
  await expect(page.getByRole('button', { name: 'Move later: a.png' })).toBeFocused();
  await expect(page.getByText('a.png is now photo 2 of 3.')).toBeAttached();
  await order().nth(2).dragTo(order().nth(0));
  await expect(order()).toHaveText([/^c\.png/, /^b\.png/, /^a\.png/]);

  await page.getByRole('button', { name: 'Remove: b.png' }).click();
  await expect(order()).toHaveText([/^c\.png/, /^a\.png/]);
  await expect(page.getByRole('button', { name: 'Remove: a.png' })).toBeFocused();
  await press(page, 'Undo');
  await expect(order()).toHaveText([/^c\.png/, /^b\.png/, /^a\.png/]);
  await expect(uploaded(page)).toHaveCount(3);

  expect(await filesOf(page, siteId)).toHaveLength(6);
  await press(page, 'Discard');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(uploaded(page)).toHaveCount(0);
  await expect.poll(() => filesOf(page, siteId)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText(/restored/)).toHaveCount(0);
});

test.describe('with a server that refuses the first attempt', () => {
  test.use({ expectedProblem: /A file could not be uploaded|status of 400/u });

  test('a PDF that its author saves again after it was chosen is uploaded as it was chosen, also after a failure', async ({
    page,
  }) => {
    const site = 'Add task, saved again';
    const siteId = await openAddTask(page, site);
    await fillIn(page, 'Repair', site);
    const folder = await mkdtemp(join(tmpdir(), 'portal-chosen-'));
    const filePath = join(folder, 'report.pdf');
    const [first, second] = ['first', 'second, and longer'].map((text) => smallPdf(text));
    await writeFile(filePath, first ?? '');
    const uploadUrls = '**/storage/v1/object/rfidboomgatephoto/**';
    const stopRefusing = await answerUntil(page, uploadUrls, (route) =>
      route.fulfill({ status: 400, json: { statusCode: '403', error: 'Unauthorized', message: 'Not now' } }),
    );
    await page.getByLabel('Choose a PDF').setInputFiles(filePath);
    const retry = page.getByRole('button', { name: /^Retry/u }).first();
    await expect(retry).toBeVisible();
    await writeFile(filePath, second ?? '');
    stopRefusing();
    await retry.click();
    await expect(uploaded(page)).toHaveCount(1);
    const [name = ''] = await filesOf(page, siteId);
    expect((await fileOf(page, name)).toString()).toBe(first);
    await rm(folder, { recursive: true });
  });
});

const times = (shape: string, count: number) => Array.from({ length: count }, () => shape);

for (const { width, height, chosen } of [
  { width: 400, height: 304, chosen: orientations },
  { width: 1_600, height: 1_200, chosen: orientations },
  { width: 4_032, height: 3_024, chosen: [1, 3, 5, 6, 8] as const },
])
  test(`turned photos of ${width} by ${height} pixels are saved upright and round`, async ({ page }) => {
    const site = `Turned photos, ${width}`;
    const siteId = await openAddTask(page, site);
    await fillIn(page, 'Turned', site);
    // as phones do, a second picture is appended, with the time of the photo in its metadata
    const second = Buffer.concat([discJpeg(64, 48, 6), testExif({ taken: '2026:03:17 10:05:33' })]);
    await page.getByLabel('Add photos').setInputFiles(
      chosen.map((orientation) => ({
        name: `${orientation}.jpg`,
        mimeType: 'image/jpeg',
        buffer: Buffer.concat([discJpeg(width, height, orientation), second]),
      })),
    );
    await expect(uploaded(page)).toHaveCount(chosen.length);
    const shapes: string[] = [];
    for (const name of await filesOf(page, siteId)) {
      // one file after the other, because all decoded photos together would take all memory
      const file = await fileOf(page, name);
      const disc = await seenDisc(file);
      expect(disc, name).toMatchObject({ roundness: 1, corner: 'upper left' });
      expect(file.includes('Exif'), name).toBe(false);
      const upright = disc.width < disc.height ? 'tall' : 'wide';
      shapes.push(`${upright} ${Math.max(disc.width, disc.height)}${name.includes('.small.') ? ' small' : ''}`);
      expect(Math.max(disc.width, disc.height) / Math.min(disc.width, disc.height)).toBeCloseTo(width / height, 1);
    }
    const longSide = Math.min(width, 2_048);
    const portraitCount = chosen.filter((orientation) => orientation > 4).length;
    expect(shapes.toSorted()).toEqual(
      [
        ...times(`tall ${longSide}`, portraitCount),
        ...times(`tall ${Math.min(width, 532)} small`, portraitCount),
        ...times(`wide ${longSide}`, chosen.length - portraitCount),
        ...times(`wide ${Math.min(width, 709)} small`, chosen.length - portraitCount),
      ].toSorted(),
    );
  });
