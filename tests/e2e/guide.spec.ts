import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectPdf, keys, logIn, test } from './support.ts';

const files = readdirSync(join(import.meta.dirname, '../../public/guides')).filter((name) => name.endsWith('.pdf'));

const cards = (page: Page) => page.getByRole('link').filter({ hasText: /\S/ }).and(page.locator('main li > div a'));

test('every guide is listed, found by its contents, shown by its URL, and downloaded under its own name', async ({
  page,
}) => {
  const requestedTexts: string[] = [];
  page.on('request', (request) => {
    if (/guide-texts/.test(request.url())) requestedTexts.push(request.url());
  });
  await logIn(page, keys.selasih);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
  await expect(cards(page)).toHaveCount(files.length);
  const title = (await cards(page).first().textContent()) ?? '';
  // the contents are fetched only when somebody searches
  expect(requestedTexts).toEqual([]);
  const search = page.getByLabel('Search titles and contents');
  await search.fill('the');
  const hits = page.getByRole('link', { name: /^Page \d/ });
  await expect(hits.first()).toBeVisible();
  // the contents of all languages, because a question may be in any of them
  expect(requestedTexts).toHaveLength(3);
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

test('a guide opens in the language of the reader, in another language, and at the page that answers a question', async ({
  page,
}) => {
  const requestedGuides: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/guides\/(?:ms|zh)\//.test(pathname)) requestedGuides.push(pathname);
  });
  await logIn(page, keys.selasih);
  await page.goto('/guide');
  await expect(cards(page)).toHaveCount(files.length);
  // guides of other languages are fetched when they are opened
  expect(requestedGuides).toEqual([]);
  await page.getByRole('button', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '指南' })).toBeVisible();
  await expect(cards(page).filter({ hasText: '闸杆卡住时怎么办' })).toBeVisible();
  await page.getByRole('searchbox').fill('断电了怎么办');
  const answer = page.getByRole('link', { name: /^第 1 页 2 看到什么，做什么/ });
  await answer.click();
  const dialog = page.getByRole('dialog', { name: '闸杆卡住时怎么办' });
  await expect(dialog.getByRole('img', { name: '第 1 页', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Bahasa Melayu', exact: true }).first().click();
  const inMalay = page.getByRole('dialog', { name: 'Apabila lengan palang tersekat' });
  await expect(inMalay.getByRole('img', { name: '第 1 页', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/language=ms$/);
  expect(requestedGuides).toContain('/guides/ms/troubleshooting-when-the-arm-is-stuck.pdf');
});
