import { expect, type Locator, type Page } from '@playwright/test';
import { expectPdf, keys, logIn, test } from './support.ts';

async function openMarch(page: Page): Promise<void> {
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance Report' })).toBeVisible();
}

test('a client looks at a month, steps through its photos, and goes on to a year without visits', async ({ page }) => {
  const smallPhotos: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && /\/object\/sign\/.*\.small\.jpg/u.test(request.url()))
      smallPhotos.push(request.url());
  });
  await openMarch(page);
  const tasks = page.getByRole('article');
  await expect(tasks.first()).toBeVisible();
  const times = await tasks
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
  expect(times.length).toBeGreaterThan(4);
  expect(times).toEqual([...times].toSorted().toReversed());
  expect(times.every((time) => time.startsWith('2026-03') && time.endsWith('+08:00'))).toBe(true);
  const first = (await tasks.first().locator('time').textContent()) ?? '';
  expect(first.replace(/\s+/g, ' ')).toContain((times[0] ?? '').slice(11, 16));
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible();
  expect(await page.content()).not.toContain('please ignore');
  await expect.poll(() => smallPhotos.length).toBeGreaterThan(2);

  // with the keyboard, and past the ends of the list
  const photosButton = page.getByRole('button', { name: /^View Photos/ }).first();
  const total = Number(/\d+/.exec((await photosButton.textContent()) ?? '')?.[0]);
  await photosButton.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`1 / ${total}`)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByText(`${total} / ${total}`)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText(`1 / ${total}`)).toBeVisible();
  const photo = dialog.getByRole('img', { name: /^Photo 1 of/ });
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(700);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(photosButton).toBeFocused();
  await photosButton.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/maintenance\?year=2026&month=mar&site=[^&]+$/);

  await page.getByLabel('Month', { exact: true }).selectOption('');
  await expect(page).toHaveURL(/\/maintenance\?year=2026&site=[^&]+$/);
  await expect(page.getByRole('button', { name: 'Download Report' })).toHaveCount(0);
  await page.getByLabel('Year', { exact: true }).selectOption('2030');
  await expect(page.getByText('No activities during requested period')).toBeVisible();
});

/**
 * Opens a preview. The browser of the tests has no PDF viewer, so the test sets whether it claims to have one; the portal needs
 * no more.
 */
async function openPreview(page: Page, hasViewer: boolean): Promise<Locator> {
  await page.addInitScript(
    (value) => Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => value }),
    hasViewer,
  );
  await openMarch(page);
  await page.getByRole('button', { name: 'Preview PDF' }).first().click();
  return page.getByRole('dialog');
}

test('a PDF is drawn by the portal where the browser has no viewer, and can be downloaded', async ({
  page,
  context,
}) => {
  const dialog = await openPreview(page, false);
  await expect(dialog.locator('iframe')).toHaveCount(0);
  const paper = dialog.locator('canvas').first();
  await expect(paper).toBeVisible();
  // white paper with something on it
  const colours = () =>
    paper.evaluate((canvas: HTMLCanvasElement) => {
      const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      return new Set([...data].filter((_, index) => index % 4 !== 3)).size;
    });
  await expect.poll(colours).toBeGreaterThan(20);

  const download = dialog.getByRole('link', { name: 'Download PDF' });
  await expect(download).toHaveAttribute('target', '_blank');
  const href = (await download.getAttribute('href')) ?? '';
  const file = await context.request.get(href);
  expect(file.headers()['content-type']).toContain('application/pdf');
  expectPdf(await file.body());
});

test('a PDF is framed where the browser has a viewer', async ({ page }) => {
  await page.addInitScript(() => {
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      const url = create(blob);
      if (blob instanceof Blob) Object.assign(globalThis, { [url]: blob });
      return url;
    };
  });
  const dialog = await openPreview(page, true);
  const frame = dialog.locator('iframe');
  await expect(frame).toBeVisible();
  await expect(frame).toHaveAttribute('src', /^blob:/);
  await expect(dialog.locator('canvas')).toHaveCount(0);
  const framedType = await frame.evaluate(async (element: HTMLIFrameElement) => {
    const blob: unknown = Reflect.get(globalThis, element.src.replace(/#.*/u, ''));
    return blob instanceof Blob ? [blob.type, await blob.slice(0, 5).text()] : [];
  });
  expect(framedType).toEqual(['application/pdf', '%PDF-']);
});
