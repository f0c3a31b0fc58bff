import { readFile } from 'node:fs/promises';
import { expect, type BrowserContext, type Page, type Request } from '@playwright/test';
import {
  linkSecret,
  madeLink,
  madeVisit,
  pdfName,
  photoName,
  plainVisit,
  smallPhotoName,
  type MadeVisit,
} from '../doors/made-link.ts';
import { readPdf } from '../support/read-pdf.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { testJpeg } from '../support/test-jpeg.ts';
import { answerUntil, test } from './support.ts';
import { expectFitEverywhere, expectWellMade } from './well-made.ts';

// A person without a key, such as an insurer, on a phone or at a desk. The page shows nothing of the portal and stores nothing
// (`decisions §16`). The tests invent the answers as the contract describes them.

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });

const rising = (across: number, down: number) => 60 + 150 * across * (1 - down);
const files: Readonly<Record<string, [type: string, body: Buffer | string]>> = {
  [photoName(1)]: ['image/jpeg', testJpeg({ width: 1_280, height: 960, shade: rising })],
  [smallPhotoName(1)]: ['image/jpeg', testJpeg({ width: 320, height: 240, shade: rising })],
  [photoName(2)]: ['image/jpeg', testJpeg({ width: 960, height: 1_280, shade: (across) => 220 - 140 * across })],
  [pdfName(9)]: ['application/pdf', smallPdf('service report')],
};
const notThere = { statusCode: '404', error: 'not_found', message: 'Object not found' };

/** Answers as the service does, and collects the requests of a page. */
async function serveLink(context: BrowserContext, visits: readonly MadeVisit[] = [madeVisit(), plainVisit]) {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  await context.route('**/rest/v1/rpc/open_link', (route) => route.fulfill({ json: madeLink(visits) }));
  await context.route('**/storage/v1/object/authenticated/rfidboomgatephoto/**', (route) => {
    const name = new URL(route.request().url()).pathname.split('/rfidboomgatephoto/')[1] ?? '';
    const isAllowed = route.request().headers()['x-portal-link'] === linkSecret;
    const file = isAllowed ? files[name] : undefined;
    return file
      ? route.fulfill({ contentType: file[0], body: file[1] })
      : route.fulfill({ status: 400, json: notThere });
  });
  return requests;
}

const open = (page: Page, secret = linkSecret) => page.goto(`/shared#${secret}`);
const photo = (page: Page, position: number) =>
  page.getByRole('button', { name: new RegExp(`^Photo ${position} of `, 'u') });

test('an insurer sees the visits of a link, and nothing of the portal', async ({ page, context }) => {
  const requests = await serveLink(context);
  await open(page);
  await expect(page.getByRole('heading', { name: 'Selasih Park' })).toBeVisible();
  await expect(photo(page, 1).getByRole('img')).toHaveJSProperty('naturalWidth', 320);
  await expect(photo(page, 2).getByRole('img')).toHaveJSProperty('naturalWidth', 960);
  await expectWellMade(page);

  const urls = requests.map((request) => request.url());
  expect(urls.filter((url) => url.includes(linkSecret))).toEqual([]);
  const paths = new Set(urls.map((url) => new URL(url).pathname.replace(/-[\w-]{8}\./u, '.')));
  const allowedPaths =
    /^\/assets\/(?:shared\/|barlow-semi)|^\/storage\/v1\/object\/authenticated\/rfidboomgatephoto\/sites\/3\//u;
  // the URL of a blob has its path after its scheme
  expect([...paths].filter((path) => !allowedPaths.test(path) && !path.startsWith('http')).toSorted()).toEqual([
    '/icon.svg',
    '/rest/v1/rpc/open_link',
    '/shared',
  ]);
  expect(urls.filter((url) => url.includes('open_link'))).toHaveLength(1);
  expect([...paths].filter((path) => /visit-paper|SharedPhotoDialog/u.test(path))).toEqual([]);
  for (const request of requests) {
    const headers = await request.allHeaders();
    const isFile = request.url().includes('/storage/v1/');
    expect(headers['x-portal-link']).toBe(isFile ? linkSecret : undefined);
    expect(headers['referer']).toBeUndefined();
    expect(headers['x-portal-session']).toBeUndefined();
  }
  // the page stores nothing, because others may use the phone too
  const storedData = await page.evaluate(async () => ({
    storages: [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie],
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(storedData).toEqual({ storages: ['{}', '{}', ''], databases: 0, caches: [], workers: 0 });
});

test('photos open large, with a press and with keys', async ({ page, context }) => {
  await serveLink(context);
  await open(page);
  await photo(page, 1).click();
  const dialog = page.getByRole('dialog', { name: 'Arm hit by a lorry at Exit' });
  await expect(dialog.getByRole('img', { name: /^Photo 1 of 2/u })).toHaveJSProperty('naturalWidth', 1_280);
  await expectWellMade(page);
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('img', { name: /^Photo 2 of 2/u })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(photo(page, 1)).toBeFocused();
});

test('the service report and the visit on paper are saved with one press each', async ({ page, context }) => {
  await serveLink(context);
  await open(page);
  const reportDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Service report' }).click();
  const report = await reportDownload;
  expect(report.suggestedFilename()).toBe('Selasih-Park_2026-05-03_Arm-hit-by-a-lorry-at-Exit_Report.pdf');

  const paperDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Visit as PDF' }).first().click();
  const paper = await paperDownload;
  expect(paper.suggestedFilename()).toBe('Selasih-Park_2026-05-03_Arm-hit-by-a-lorry-at-Exit.pdf');
  const { pages } = await readPdf(new Uint8Array(await readFile(await paper.path())));
  const text = pages.map((sheet) => sheet.text).join(' ');
  for (const words of ['Selasih Park', '12 Jalan Selasih', 'Arm hit by a lorry at Exit', 'Aziz', 'Photo 2'])
    expect(text).toContain(words);
  expect(text).not.toContain('Open in the portal');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('at a desk the photos are beside the text, and paper has them without buttons', async ({ page, context }) => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  await serveLink(context);
  await open(page);
  await expect(photo(page, 1)).toBeVisible();
  const words = await page.getByText('Took the bent arm off.').boundingBox();
  const picture = await photo(page, 1).boundingBox();
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThan(picture?.x ?? 0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('img', { name: /^Photo 1 of 2/u })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Visit as PDF' }).first()).toBeHidden();
  await expect(page.getByRole('group', { name: 'Language' }).getByText('EN')).toBeHidden();
});

test('a link that does not work says so, and an answer that is not from the service can be tried again', async ({
  page,
  context,
}) => {
  await serveLink(context);
  const endRefusals = await answerUntil(context, '**/rest/v1/rpc/open_link', (route) =>
    route.fulfill({ status: 404, json: { code: 'PT404', message: 'Not valid', details: null, hint: null } }),
  );
  await open(page);
  await expect(page.getByRole('alert')).toHaveText(
    'This link does not work (any more), or was not copied whole. Ask whoever sent it.',
  );
  await expectWellMade(page);
  endRefusals();
  const endWrongAnswers = await answerUntil(context, '**/rest/v1/rpc/open_link', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Room number?</title>' }),
  );
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The visits could not be loaded');
  await expectWellMade(page);
  // the page also asks again automatically, so the service is back after the press
  await page.getByRole('button', { name: 'Try again' }).click();
  endWrongAnswers();
  await expect(page.getByRole('heading', { name: 'Selasih Park' })).toBeVisible();
});

for (const [name, words] of [
  ['BM', 'Pautan ini sah hingga 3 Jun 2027'],
  ['中文', '此链接有效期至 2027年6月3日'],
] as const)
  test(`the page fits in the words of ${name}, with a photo that does not come`, async ({ page, context }) => {
    await serveLink(context, [madeVisit({ urls: [...madeVisit().urls, 'https://elsewhere.test/a.jpg'] }), plainVisit]);
    await open(page);
    await page.locator('header button', { hasText: name }).click();
    await expect(page.getByText(words)).toBeVisible();
    await page.locator('main').getByRole('group').scrollIntoViewIfNeeded();
    await expectFitEverywhere(page);
  });

for (const path of ['/shared', '/shared/', '/SHARED'])
  test(`where a host has one page for everything, the portal hands ${path} over before it starts`, async ({
    page,
    context,
  }) => {
    const portal = await (await page.request.get('/')).text();
    await context.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ contentType: 'text/html', body: portal }),
    );
    const requests = await serveLink(context);
    await page.goto(`${path}#${linkSecret}`);
    await expect(page.getByRole('heading', { name: 'Selasih Park' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/shared.html');
    expect(requests.filter((request) => /whoami|\/assets\/(?:Portal|supabase)/u.test(request.url()))).toEqual([]);
  });
