import { expect, type Locator } from '@playwright/test';
import { sumLayoutShifts } from './page-metrics.ts';
import { keys, logIn, test } from './support.ts';

/** Two fingers around the middle of the page, at this distance in pixels. */
const fingers = (distance: number) => ({
  touchPoints: [
    { x: 200 - distance / 2, y: 400, id: 0 },
    { x: 200 + distance / 2, y: 400, id: 1 },
  ],
});

test('the photos and the PDF of a visit are swiped, zoomed and turned, and the menu leads out', async ({ page }) => {
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  const touch = await page.context().newCDPSession(page);
  const dialog = page.getByRole('dialog');
  const openPhotos = page.getByRole('button', { name: /^View Photos/ }).first();
  const total = Number(/\d+/.exec((await openPhotos.textContent()) ?? '')?.[0]);
  await openPhotos.click();
  await expect(dialog.getByText(`1 / ${total}`)).toBeVisible();
  const box = await dialog.getByRole('img', { name: /^Photo 1 of/ }).boundingBox();
  if (!box) throw new Error('The photo is not on the screen');
  const y = box.y + box.height / 2;
  const from = box.x + box.width * 0.8;
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] });
  for (let step = 1; step <= 8; step += 1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from - step * 25, y }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(dialog.getByText(`2 / ${total}`)).toBeVisible();

  const upright = page.viewportSize();
  if (!upright) throw new Error('The window has no size');
  const onItsSide = { width: 740, height: 360 };
  await page.setViewportSize(onItsSide);
  const photo = dialog.getByRole('img', { name: /^Photo 2 of/ });
  // most of the 360 px
  await expect.poll(async () => (await photo.boundingBox())?.height).toBeGreaterThan(280);
  await expect(dialog.getByRole('button', { name: 'Download photo' })).toBeInViewport();
  await expect(dialog.getByText(/^2 \/ /)).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.setViewportSize(upright);

  // drawn page by page, because phones show no PDF in a frame
  await page.getByRole('button', { name: 'Preview PDF' }).first().click();
  await expect(dialog.locator('iframe')).toHaveCount(0);
  await expect(dialog.getByText('1 / 1', { exact: true })).toBeVisible();
  const area = dialog.getByRole('region', { name: 'Pages' });
  const sheet = area.getByRole('img', { name: 'Page 1' });
  const coloursDrawn = () =>
    sheet.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return new Set(pixels).size;
    });
  // the canvas is in the page before anything is drawn on it
  await expect.poll(coloursDrawn).toBeGreaterThan(10);
  /** How many pixels are drawn for each pixel of the page: at most two, also on a denser screen (`PdfPages.tsx`). */
  const sharpness = () =>
    sheet.evaluate((element) => {
      const canvas = element.querySelector('canvas');
      return canvas ? canvas.width / element.clientWidth : 0;
    });
  await expect.poll(sharpness).toBeCloseTo(2, 1);
  const fittingWidth = (await sheet.boundingBox())?.width ?? 0;
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBeCloseTo(1.5 * fittingWidth, 0);
  await expect.poll(sharpness).toBeCloseTo(2, 1);

  await area.focus();
  const scrollLeft = await area.evaluate((element) => element.scrollLeft);
  await expect
    .poll(async () => {
      // a busy browser drops the scrolling of a key if the page is drawn again meanwhile
      await page.keyboard.press('ArrowRight');
      return area.evaluate((element) => element.scrollLeft);
    })
    .toBeGreaterThan(scrollLeft);
  await dialog.getByRole('button', { name: 'Fit' }).click();

  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...fingers(100) });
  for (let distance = 110; distance <= 200; distance += 10)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...fingers(distance) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(dialog.getByText('200 %', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  await expect.poll(sharpness).toBeCloseTo(2, 1);

  await page.setViewportSize(onItsSide);
  // the page has most of the 360 px
  await expect.poll(async () => (await area.boundingBox())?.height).toBeGreaterThan(230);
  await expect(dialog.getByRole('link', { name: 'Download PDF' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.setViewportSize(upright);

  const menu = page.getByRole('button', { name: 'Menu' });
  const links = page.getByRole('navigation', { name: 'Portal' }).getByRole('link');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(links.filter({ hasText: 'Service History' })).toBeHidden();
  await menu.click();
  await links.filter({ hasText: 'Guide' }).click();
  await expect(page).toHaveURL(/\/guide$/);
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
});

test('the tab of the current screen is completely visible in the strip of tabs, even the last tab', async ({
  page,
}) => {
  await logIn(page, keys.admin, '/DataEditor/errors');
  const strip = page.getByRole('navigation', { name: 'Admin workspace' });
  const rightEdge = () =>
    strip.getByRole('link', { name: 'Errors' }).evaluate((tab) => tab.getBoundingClientRect().right);
  // the strip fades out over its last 32 px (`WorkspaceLayout.module.css`); one is for rounding
  const fadesFrom = await strip.evaluate(({ clientWidth }) => clientWidth - 31);
  await expect.poll(rightEdge).toBeLessThanOrEqual(fadesFrom);
});

/** A page with 停车场 in a font that is not embedded, as many office programs in the region write it. */
function chinesePdf(): Buffer {
  const text = 'BT /F1 48 Tf 50 700 Td <505C8F66573A> Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ];
  const offsets: number[] = [];
  let body = '%PDF-1.4\n';
  objects.forEach((object, index) => {
    offsets.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer << /Size 8 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 8\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

test('Chinese in a PDF without its own fonts is drawn, not left out', async ({ page }) => {
  await page.route('**/storage/v1/object/rfidboomgatephoto/**/*.pdf', (route) =>
    route.fulfill({ contentType: 'application/pdf', body: chinesePdf() }),
  );
  const table = page.waitForResponse(/UniGB-UCS2-H.*\.bcmap/);
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  await page.getByRole('button', { name: 'Preview PDF' }).first().click();
  expect((await table).status()).toBe(200);
  const canvas = page.getByRole('dialog').locator('canvas').first();
  await expect(canvas).toBeVisible();
  const darkPixels = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
      return data.filter((value, index) => index % 4 === 0 && value < 128).length;
    });
  await expect.poll(darkPixels).toBeGreaterThan(200);
});

test('the analytics appear in the space that was reserved for them', async ({ page }) => {
  await sumLayoutShifts(page);
  const heldAnswers: (() => void)[] = [];
  await page.route(/\/rest\/v1\/carpost/, async (route) => {
    await new Promise<void>((resolve) => heldAnswers.push(resolve));
    await route.continue();
  });
  await logIn(page, keys.selasih, '/charts?year=2026');
  await expect(page.getByText('Loading analytics data...')).toBeVisible();
  await expect.poll(() => heldAnswers.length).toBe(1);
  heldAnswers[0]?.();
  await expect(page.getByRole('region', { name: 'Posts and failure types' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByText('Share at the entrance')).toBeVisible();
  expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(0.02);
});

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y;

test('the first visit of a month and of the history is in the first view of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  // in the upper half of the 844 px
  await expect.poll(() => topOf(page.getByRole('article').first())).toBeLessThanOrEqual(420);
  await page.getByRole('link', { name: 'Service History' }).first().click();
  const first = page.getByRole('row').filter({ has: page.getByText('12 November 2026') });
  await expect.poll(() => topOf(first.first())).toBeLessThanOrEqual(320);
  // the buttons of the history are folded here
  await page.goto('/data-fetcher?report=year&year=2025');
  await expect(page.getByRole('button', { name: 'Download Year Report' })).toBeInViewport();
});
