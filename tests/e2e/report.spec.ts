import { expect, type Route, type Page } from '@playwright/test';
import type { Orientation } from '../../src/lib/photo/jpeg.ts';
import { drawPages } from '../support/draw-pdf.ts';
import { layoutFaults, photosOn } from '../support/layout-faults.ts';
import { testJpeg } from '../support/test-jpeg.ts';
import { changeTasks, openMarch, saveReport, servePhotos, test, textOf, isPhoto } from './report-support.ts';
import { disableDeviceStores } from './support.ts';

/** Dark in the upper left quarter of the upright photo, which shows how the photo was turned. */
const shade = (across: number, down: number) => (across < 0.5 && down < 0.5 ? 30 : 220);

// stands in the place of each missing photo
const missingPhotoText = /Error loading image/gu;

test('the month is saved as one PDF: seven tasks, oldest first, with all photos and links back to the portal', async ({
  page,
}) => {
  await openMarch(page);
  const { name, read } = await saveReport(page);
  expect(name).toBe('Selasih-Park_Maintenance-Report_2026-03.pdf');
  // one photo of the demo is missing on purpose
  await expect(page.getByText('Saved. 1 of 25 photos could not be loaded; its place is marked.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Report in progress' })).toHaveCount(0);
  expect(page.workers()).toEqual([]);

  expect(layoutFaults(read)).toEqual([]);
  expect(read.outline.map(({ title }) => title)).toEqual([
    '1. Monthly preventive maintenance, P1 Main Gate',
    '2. Penyelenggaraan bulanan, P2 Rear Gate',
    '3. Panggilan kecemasan: palang tersekat separuh terbuka',
    '4. 主闸门读卡器更换天线线缆',
    '5. Quarterly earthing, SPD and AVR test',
    '6. Loop detector inductance and insulation test',
    '7. RFID read range and firmware check',
  ]);
  expect(read.info.title).toBe('Maintenance Report, Residensi Selasih Park, March 2026');
  const text = textOf(read);
  expect(text).toContain('8 March 2026 at 09:02');
  expect(text).not.toContain('please ignore');
  const photos = read.pages.flatMap((pdfPage) => photosOn(pdfPage));
  expect(photos.length + (text.match(missingPhotoText) ?? []).length).toBe(25);
  // 200 dots per inch, and no more
  for (const { pixels } of photos) expect(Math.max(pixels.width / 709, pixels.height / 532)).toBeCloseTo(1, 1);
  const origin = new URL(page.url()).origin;
  const links = read.pages.flatMap((pdfPage) => pdfPage.links.flatMap(({ url }) => url ?? []));
  expect(links).toContain(`${origin}/maintenance?site=Selasih+Park&year=2026&month=mar&task=87&photo=6`);
  await page.goto(links.find((url) => url.includes('task=90&photo=2')) ?? '');
  await expect(page.getByRole('dialog').getByText('2 / 3')).toBeVisible();
});

test('photos are upright whatever their orientation, and a text takes the place of files that are no pictures', async ({
  page,
}) => {
  const broken: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ body: '', contentType: 'image/jpeg' }),
    (route) => route.fulfill({ body: '<html><body>Sign in</body></html>', contentType: 'image/jpeg' }),
    (route) => route.fulfill({ body: 'Not found', status: 404 }),
    (route) =>
      route.fulfill({
        body: testJpeg({ width: 800, height: 600, bytes: 40_000 }).subarray(0, 200),
        contentType: 'image/jpeg',
      }),
    (route) => route.fulfill({ body: Buffer.alloc(5_000, 0x5a), contentType: 'image/jpeg' }),
  ];
  const orientationsOfPhotos: Orientation[] = [1, 3, 6, 8];
  const paths: string[] = [];
  await servePhotos(page, (route, path) => {
    if (!paths.includes(path)) paths.push(path);
    const position = paths.indexOf(path);
    // the first files are broken, the others are photos
    const answerBroken = broken[position];
    if (answerBroken) return answerBroken(route);
    const index = position - broken.length;
    const size = index < 8 ? { width: 1600, height: 1200 } : { width: 640, height: 480 };
    const body = testJpeg({ ...size, orientation: orientationsOfPhotos[index % 4] ?? 1, shade });
    return route.fulfill({ body, contentType: 'image/jpeg' });
  });
  let total = 0;
  await changeTasks(page, (tasks) => {
    const uniqueUrls = [...new Set(tasks.flatMap(({ urls }) => urls))];
    // another photo is not in storage at all
    const photos = [...uniqueUrls, uniqueUrls[0]?.replace(/[^/]+$/u, '0-gone.jpg') ?? ''];
    total = photos.length;
    return tasks.map((task, index) => ({ ...task, urls: index === 2 ? photos : [] }));
  });
  await openMarch(page);
  const { bytes, read } = await saveReport(page);
  expect(layoutFaults(read)).toEqual([]);
  const unsignedCount = total - paths.length;
  const missing = broken.length + unsignedCount;
  expect(unsignedCount).toBeGreaterThan(0);
  expect(textOf(read).match(missingPhotoText)).toHaveLength(missing);
  await expect(
    page.getByText(`Saved. ${missing} of ${total} photos could not be loaded; their places are marked.`),
  ).toBeVisible();
  const drawnPages = await drawPages(bytes, 50);
  const shapes = new Map<string, number>();
  for (const [index, pdfPage] of read.pages.entries())
    for (const { x, y, width, height, pixels } of photosOn(pdfPage)) {
      const shape = `${width.toFixed(1)} x ${height.toFixed(1)}`;
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
      expect(pixels.width / pixels.height / (width / height)).toBeCloseTo(1, 1);
      const corner = (across: number, down: number) => {
        const part = drawnPages[index]?.part(x + across * width - 5, y + down * height - 5, 10, 10) ?? [];
        return part.reduce((sum, grey) => sum + grey, 0) / part.length;
      };
      const corners = [corner(0.25, 0.25), corner(0.75, 0.25), corner(0.25, 0.75), corner(0.75, 0.75)];
      expect(corners.map((grey) => (grey < 90 ? 'dark' : 'light'))).toEqual(['dark', 'light', 'light', 'light']);
    }
  // both shapes occur, because the orientations 6 and 8 make portraits of the same stored size
  expect([...shapes.keys()].toSorted()).toEqual(['50.6 x 67.5', '90.0 x 67.5']);
  expect([...shapes.values()].reduce((sum, count) => sum + count, 0)).toBe(total - missing);
  expect(Math.min(...shapes.values())).toBeGreaterThan(4);
});

const body = testJpeg({ width: 704, height: 528 });

/** Holds photos back until `release`, and again after `hold`. Lists what the page downloaded and requested. */
async function slowPhotos(page: Page) {
  let isHeld = true;
  const heldAnswers: (() => void)[] = [];
  await servePhotos(page, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => heldAnswers.push(resolve));
    // a cancelled request cannot be answered
    await route.fulfill({ body, contentType: 'image/jpeg' }).catch(() => undefined);
  });
  const downloads: string[] = [];
  const requestedUrls: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  page.on('request', (request) => {
    if (isPhoto(request)) requestedUrls.push(request.url());
  });
  const release = () => {
    isHeld = false;
    for (const answer of heldAnswers.splice(0)) answer();
  };
  const hold = () => {
    isHeld = true;
  };
  return { release, hold, downloads, requestedUrls };
}

const dock = (page: Page) => page.getByRole('region', { name: 'Report in progress' });

const button = (page: Page) => page.getByRole('button', { name: 'Download Report' });

test('a report is prepared when the pointer comes near, made once beside other work, and ended by Cancel and by the end of the session', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/report-worker|jspdf/iu.test(request.url())) scripts.push(request.url());
  });
  // storing the photos for offline use would add requests, which are counted here
  await disableDeviceStores(page);
  await openMarch(page);
  const march = page.url();
  const { release, hold, downloads, requestedUrls } = await slowPhotos(page);
  expect(scripts).toEqual([]);
  await button(page).hover();
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await expect.poll(() => page.workers()).toHaveLength(1);

  // two quick clicks
  await button(page).evaluate((downloadButton: HTMLButtonElement) => {
    downloadButton.click();
    downloadButton.click();
  });
  await expect(dock(page)).toContainText(/Photo \d+ of 25/u);
  await expect(dock(page)).toHaveCount(1);
  expect(page.workers()).toHaveLength(1);
  await expect(dock(page).getByRole('progressbar')).toBeVisible();
  await expect.poll(() => requestedUrls.length).toBeGreaterThan(2);

  // no photo has arrived, so a worker that was not stopped would wait for them
  const closed = page.workers()[0]?.waitForEvent('close', { timeout: 8_000 });
  await dock(page)
    .getByRole('button', { name: 'Cancel' })
    .evaluate((cancelButton: HTMLButtonElement) => cancelButton.click());
  await closed;
  await expect(dock(page)).toHaveCount(0);
  expect(page.workers()).toEqual([]);

  // the page stays usable, and the file is for the month that was requested
  await button(page).click();
  await expect(dock(page)).toContainText(/Photo \d+ of 25/u);
  await page.getByLabel('Month', { exact: true }).selectOption('february');
  await expect(page).toHaveURL(/month=february/u);
  await expect(page.getByRole('article').first()).toContainText('February 2026');
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();
  await expect(dock(page)).toContainText('Maintenance Report, March 2026');
  release();
  await expect.poll(() => downloads).toEqual(['Selasih-Park_Maintenance-Report_2026-03.pdf']);
  await expect(dock(page)).toHaveCount(0);
  expect(page.workers()).toEqual([]);

  hold();
  await page.goto(march);
  await button(page).click();
  await expect(dock(page)).toContainText(/Photo \d+ of 25/u);
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  await expect.poll(() => page.workers()).toEqual([]);
  release();
  expect(downloads).toHaveLength(1);
});
