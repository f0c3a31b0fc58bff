import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { scanPage } from '../support/scan-page.ts';
import { addSite, headersOf } from './sites.ts';
import { api, keys, logIn, rpc, test } from './support.ts';

const posts = ['Exit', '主入口（访客车道）', 'பிரதான நுழைவாயில்'];
/** The parts of the sheet with the codes of its four stickers, two side by side: left, top, width and height in mm. */
const codeBoxes = [0, 1, 2, 3].map(
  (index) => [4.65 + (index % 2) * 101.6, 13.1 + Math.floor(index / 2) * 67.7 + 18, 48, 49] as const,
);

test('the office prints stickers, each opens the page of its own post, and an ended one stops working at once', async ({
  page,
}) => {
  const { id, session } = await addSite(page, 'Sticker Court', { sitename: 'Residensi Sticker Court' });
  const json = Object.fromEntries(posts.map((post) => [post, []]));
  const response = await page.request.post(`${api}/rest/v1/carpost`, {
    headers: headersOf(session),
    data: { site_id: id, json },
  });
  expect(response.status()).toBe(201);

  await logIn(page, keys.admin, '/DataEditor/sites?site=Sticker+Court');
  const part = page.getByRole('region', { name: 'Stickers' });
  await expect(part.getByText('No stickers yet. Choose the posts that get one.')).toBeVisible();
  await part.getByRole('button', { name: 'Choose all' }).click();
  await part.getByRole('button', { name: 'Print 4 stickers' }).click();
  const downloadEvent = page.waitForEvent('download');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make and print' }).click();
  const download = await downloadEvent;
  await dialog.getByRole('button', { name: 'Close' }).click();

  const links = await scanPage(new Uint8Array(await readFile(await download.path())), 1, codeBoxes);
  const secrets = links.map((link) => new URL(link).hash.slice(1));
  expect(links).toEqual(secrets.map((secret) => `${new URL(page.url()).origin}/report#${secret}`));
  const site = 'Residensi Sticker Court';
  const openedPages = await Promise.all(
    secrets.map((secret) => rpc<{ site: string; post: string | null; faults: [] }>(page, 'open_sticker', { secret })),
  );
  // one for each post, and one for the guard house
  expect(new Set(openedPages.map(({ post }) => post))).toEqual(new Set([...posts, null]));
  expect(openedPages).toEqual(openedPages.map((each) => expect.objectContaining({ ...each, site, faults: [] })));
  const ofExit = secrets[openedPages.findIndex(({ post }) => post === 'Exit')];

  await page.reload();
  const exit = part.getByRole('row').filter({ hasText: 'Exit' });
  await expect(exit).toContainText(/Last scan: \d/u);
  await exit.getByRole('button', { name: /^End/u }).click();
  await dialog.getByRole('button', { name: 'End', exact: true }).click();
  await expect(part.getByText(/^S-\d+ has ended\.$/u)).toBeVisible();
  await expect(exit).toContainText('No sticker');
  expect(await rpc(page, 'open_sticker', { secret: ofExit })).toMatchObject({ code: 'PT404' });
});
