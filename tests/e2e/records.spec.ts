import { expect, type Page } from '@playwright/test';
import { expectPdf, keys, logIn, test } from './support.ts';

async function openMarch(page: Page): Promise<void> {
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance Report' })).toBeVisible();
}

test('a client looks at a month, walks through its photos, and goes on to a year without any', async ({ page }) => {
  const small: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && /\/object\/sign\/.*\.small\.jpg/u.test(request.url())) small.push(request.url());
  });
  await openMarch(page);
  const tasks = page.getByRole('article');
  await expect(tasks.first()).toBeVisible();
  const times = await tasks.locator('time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
  expect(times.length).toBeGreaterThan(4);
  expect(times).toEqual([...times].toSorted().toReversed());
  expect(times.every((time) => time.startsWith('2026-03') && time.endsWith('+08:00'))).toBe(true);
  const first = (await tasks.first().locator('time').textContent()) ?? '';
  expect(first.replace(/\s+/g, ' ')).toContain((times[0] ?? '').slice(11, 16));
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible();
  expect(await page.content()).not.toContain('please ignore');
  await expect.poll(() => small.length).toBeGreaterThan(2);

  // by keyboard, and past the ends of the list
  const open = page.getByRole('button', { name: /^View Photos/ }).first();
  const total = Number(/\d+/.exec((await open.textContent()) ?? '')?.[0]);
  await open.focus();
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
  await expect(open).toBeFocused();
  await open.click();
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

test('a PDF is previewed and can be downloaded', { tag: '@viewer' }, async ({ page, context }) => {
  await openMarch(page);
  await page.getByRole('button', { name: 'Preview PDF' }).first().click();
  const dialog = page.getByRole('dialog');
  const viewer = await page.evaluate(() => navigator.pdfViewerEnabled);
  if (viewer) {
    await expect(dialog.locator('iframe')).toHaveAttribute('src', /^blob:/);
    // the viewer is an extension page inside the frame, which exists only while it really shows the file
    await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
  } else {
    await expect(dialog.locator('canvas').first()).toBeVisible();
  }
  const download = dialog.getByRole('link', { name: 'Download PDF' });
  await expect(download).toHaveAttribute('target', '_blank');
  const href = (await download.getAttribute('href')) ?? '';
  const file = await context.request.get(href);
  expect(file.headers()['content-type']).toContain('application/pdf');
  expectPdf(await file.body());
});
