import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

const files = readdirSync(join(import.meta.dirname, '../../public/guides')).filter((name) => name.endsWith('.pdf'));

const cards = (page: Page) => page.getByRole('link').filter({ hasText: /\S/ }).and(page.locator('main li > div a'));

async function openGuide(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
}

test('lists every PDF of the folder, and a preview comes and goes with the address', async ({ page }) => {
  await logIn(page, keys.selasih);
  await openGuide(page);
  await expect(cards(page)).toHaveCount(files.length);
  const first = cards(page).first();
  const title = (await first.textContent()) ?? '';
  await first.click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('Loading the document…')).toHaveCount(0);
  await expect(dialog.locator('iframe, canvas').first()).toBeVisible();
  await expect(page).toHaveURL(/\?file=/);
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/guide\??$/);
});

test('a guide is downloaded under its own name, as a PDF', async ({ page }) => {
  await logIn(page, keys.admin);
  await openGuide(page);
  await cards(page).first().click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('link', { name: 'Download PDF' }).click();
  const file = await download;
  expect(files).toContain(file.suggestedFilename());
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('the contents are searched, and are fetched only then', async ({ page }) => {
  const texts: string[] = [];
  page.on('request', (request) => {
    if (/guide-texts/.test(request.url())) texts.push(request.url());
  });
  await logIn(page, keys.selasih);
  await openGuide(page);
  await expect(cards(page).first()).toBeVisible();
  expect(texts).toEqual([]);
  await page.getByLabel('Search titles and contents').fill('the');
  const hits = page.getByRole('link', { name: /^Page \d/ });
  await expect(hits.first()).toBeVisible();
  expect(texts).toHaveLength(1);
  const number = /\d+/.exec((await hits.last().textContent()) ?? '')?.[0] ?? '';
  await hits.last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(number === '1' ? /file=/ : new RegExp(`page=${number}$`));
  await page.keyboard.press('Escape');
  await page.getByLabel('Search titles and contents').fill('zzzz');
  await expect(page.getByText('No document matches “zzzz”.')).toBeVisible();
});

test('a phone without a viewer gets drawn pages, never an empty frame', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await context.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false }));
  const page = await context.newPage();
  await logIn(page, keys.selasih, `/guide?file=${encodeURIComponent(files[0] ?? '')}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'Page 1', exact: true })).toBeVisible();
  await expect(dialog.locator('iframe')).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  await context.close();
});

test('a preview is well made', { tag: '@viewer' }, async ({ page }) => {
  await logIn(page, keys.selasih, '/guide?q=the');
  await expect(page.getByRole('link', { name: /^Page \d/ }).first()).toBeVisible();
  await cards(page).first().click();
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible();
  await expectWellMade(page);
});
