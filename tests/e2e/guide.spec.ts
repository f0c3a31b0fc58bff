import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectPdf, keys, logIn, test } from './support.ts';

const files = readdirSync(join(import.meta.dirname, '../../public/guides')).filter((name) => name.endsWith('.pdf'));

const cards = (page: Page) => page.getByRole('link').filter({ hasText: /\S/ }).and(page.locator('main li > div a'));

test('every guide is listed, found by its contents, shown by its URL, and downloaded under its own name', async ({
  page,
}) => {
  const texts: string[] = [];
  page.on('request', (request) => {
    if (/guide-texts/.test(request.url())) texts.push(request.url());
  });
  await logIn(page, keys.selasih);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
  await expect(cards(page)).toHaveCount(files.length);
  const title = (await cards(page).first().textContent()) ?? '';
  // the contents are fetched only when somebody searches
  expect(texts).toEqual([]);
  const search = page.getByLabel('Search titles and contents');
  await search.fill('the');
  const hits = page.getByRole('link', { name: /^Page \d/ });
  await expect(hits.first()).toBeVisible();
  expect(texts).toHaveLength(1);
  const number = /\d+/.exec((await hits.last().textContent()) ?? '')?.[0] ?? '';
  await hits.last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(number === '1' ? /file=/ : new RegExp(`page=${number}$`));
  await page.keyboard.press('Escape');
  await search.fill('');

  await cards(page).filter({ hasText: title }).first().click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(page).toHaveURL(/\?file=/);
  await page.reload();
  await expect(dialog.getByText('Loading the document…')).toHaveCount(0);
  // a browser without a viewer must not show an empty frame
  await expect(dialog.getByRole('img', { name: 'Page 1', exact: true })).toBeVisible();
  await expect(dialog.locator('iframe')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download PDF' }).click();
  const file = await download;
  expect(files).toContain(file.suggestedFilename());
  expectPdf(readFileSync(await file.path()));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/guide\??$/);
});
