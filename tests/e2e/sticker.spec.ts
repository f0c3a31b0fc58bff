import { expect, type BrowserContext, type Page, type Request, type Route } from '@playwright/test';
import { newSticker, officeFaults, reported, send, symptom, test, title } from './sticker-support.ts';
import { answerUntil, rpc } from './support.ts';
import { expectWellMade } from './well-made.ts';

// A guard at the gate, with one free hand and a private phone: no login, and nothing of the portal (`decisions §15`).

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  serviceWorkers: 'allow',
  expectedProblem: /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|status of (?:404|429|5\d\d)/u,
});

/** Collects all requests of the pages. */
function requestsOf(context: BrowserContext): Request[] {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  return requests;
}

/** All texts that a page has stored outside its database. */
const storedTexts = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const storedEntries = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return [JSON.stringify(localStorage), JSON.stringify(sessionStorage), ...storedEntries.flat()];
  });

test('a guard reports with two taps after the scan, and the next guard joins the report with one tap', async ({
  page,
  context,
  scan,
}) => {
  const sticker = await newSticker(page, 'Sticker Anggerik');
  const requests = requestsOf(context);
  await scan(page, sticker.secret);
  await expect(title(page, 'Sticker Anggerik')).toBeVisible();
  await expect(page.getByText(`S-${String(sticker.id).padStart(4, '0')}`)).toBeVisible();
  await expectWellMade(page);
  await symptom(page, 'Does not open').check();
  await send(page).click();
  await expect(title(page, reported)).toBeFocused();
  await expectWellMade(page);

  // the next guard opens the page on another day
  await page.reload();
  await expect(page.getByText(/^Does not open: open since \d\d:\d\d$/u)).toBeVisible();
  await expectWellMade(page);
  await page.getByRole('button', { name: 'It is this one' }).click();
  await expect(title(page, /^Added at \d\d:\d\d to number \d+\. The office has it\.$/u)).toBeFocused();
  const faults = await officeFaults(page, sticker);
  expect(faults.map(({ post, what, voices, sticker: by }) => [post, what, voices.length, by])).toEqual([
    ['Exit', 'Does not open', 2, sticker.id],
  ]);

  // the secret went into two calls, and no code of the portal was loaded
  const urls = requests.map((request) => request.url());
  expect(urls.filter((url) => url.includes(sticker.secret))).toEqual([]);
  const paths = new Set(urls.map((url) => new URL(url).pathname.replace(/-[\w-]{8}\./u, '.')));
  expect([...paths].filter((path) => !/^\/assets\/(?:report\/|barlow-semi)/u.test(path)).toSorted()).toEqual([
    '/icon.svg',
    '/report',
    '/report-worker.js',
    '/report.html',
    '/rest/v1/rpc/open_sticker',
    '/rest/v1/rpc/report_from_sticker',
  ]);
  const headers = requests.flatMap((request) => Object.entries(request.headers()).flat());
  expect(headers.filter((text) => text.includes(sticker.secret) || text === 'x-portal-session')).toEqual([]);
  const leftBehind = [...(await storedTexts(page)), await page.title()];
  expect(leftBehind.filter((text) => text.includes(sticker.secret))).toEqual([]);
});

test('photos follow the report, and the office has them', async ({ page, scan }) => {
  const sticker = await newSticker(page, 'Sticker Bakawali');
  await scan(page, sticker.secret);
  await symptom(page, 'Arm hit or broken').check();
  await page.getByText('Photo (up to 3)').click();
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2_000, 1_500);
    canvas.getContext('2d')?.fillRect(0, 0, 900, 900);
    return Array.from(new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer()));
  });
  const photo = { name: 'arm.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) };
  await page.locator('input[type=file]').setInputFiles([photo, { ...photo, name: 'arm-2.jpg' }]);
  await expect(page.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  await expectWellMade(page);
  await send(page).click();
  await expect(title(page, reported)).toBeVisible();
  await expect(page.getByText('All 2 photos have arrived.')).toBeVisible();
  const [fault] = await officeFaults(page, sticker);
  expect(fault?.voices[0]?.photos).toHaveLength(2);
});

test('two reports without a connection are stored on the phone and sent once, also by the page of another sticker', async ({
  page,
  scan,
  lose,
  comeBack,
}) => {
  const sticker = await newSticker(page, 'Sticker Cempaka');
  const other = await newSticker(page, 'Sticker Dahlia', 'Entrance');
  await scan(page, sticker.secret);
  await symptom(page, 'No power').check();
  await send(page).click();
  await expect(title(page, reported)).toBeVisible();
  // a guard who reports has the page stored on the phone
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);

  await lose();
  await page.reload();
  await expect(page.getByText(/^There is no connection now\. Report it all the same/u)).toBeVisible();
  await symptom(page, 'Tag not read').check();
  await send(page).click();
  await expect(title(page, 'Kept here')).toBeFocused();
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Report something else' }).click();
  await symptom(page, 'Does not close').check();
  await send(page).click();
  await expect(title(page, 'Kept here')).toBeFocused();
  await page.reload();
  await expect(page.getByText(/^2 reports not sent: kept on this phone/u)).toBeVisible();
  await expectWellMade(page);

  await comeBack();
  await scan(page, other.secret);
  await expect(title(page, 'Sticker Dahlia')).toBeVisible();
  await expect(page.getByText(/reports? not sent/u)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Entrance')).toBeVisible();
  const faults = await officeFaults(page, sticker);
  expect(faults.map(({ what, voices }) => `${what}: ${voices.length}`).toSorted()).toEqual([
    'Does not close: 1',
    'No power: 1',
    'Tag not read: 1',
  ]);
  expect(await officeFaults(page, other)).toEqual([]);
});

type WrongAnswer = Parameters<Route['fulfill']>[0];

test('a report stays on the phone while a gateway or a network answers instead of the service, and is sent once automatically', async ({
  page,
  context,
  scan,
}) => {
  const wrongAnswers: WrongAnswer[] = [
    { status: 503, contentType: 'application/json', body: '{"message":"name resolution failed"}' },
    { status: 521, contentType: 'text/html', body: '<!doctype html><title>Web server is down</title>' },
    { status: 200, contentType: 'text/html', body: '<!doctype html><title>Room number?</title>' },
  ];
  const sticker = await newSticker(page, 'Sticker Embun');
  const names = ['Does not open', 'Does not close', 'No power'];
  const calls = /\/(?:rest|storage)\/v1\//u;
  for (const [index, answer] of wrongAnswers.entries()) {
    const endAnswers = await answerUntil(context, calls, (route) => route.fulfill(answer));
    await page.goto('about:blank');
    await scan(page, sticker.secret);
    await symptom(page, names[index] ?? '').check();
    await send(page).click();
    await expect(title(page, 'Kept here')).toBeVisible();
    endAnswers();
    await expect(title(page, reported)).toBeVisible({ timeout: 45_000 });
  }
  const faults = await officeFaults(page, sticker);
  expect(faults.map(({ what, voices }) => `${what}: ${voices.length}`).toSorted()).toEqual(
    names.map((name) => `${name}: 1`).toSorted(),
  );
});

test('the page of an ended sticker says so kindly, and the code of the new sticker opens it', async ({
  page,
  scan,
}) => {
  const sticker = await newSticker(page, 'Sticker Forsythia');
  await rpc(page, 'end_sticker', { sticker_id: sticker.id }, sticker.session);
  await scan(page, sticker.secret);
  await expect(page.getByRole('alert')).toContainText('This sticker is not valid (any more). Please call.');
  await expectWellMade(page);
  const nextSticker = await rpc<{ id: number; secret: string }>(
    page,
    'make_sticker',
    { site_id: sticker.site, post: 'Exit' },
    sticker.session,
  );
  // the code as somebody types it who reads it from a wall
  const typedSecret = nextSticker.secret.toLowerCase().replaceAll(/.{4}/gu, '$& ').replaceAll('0', 'o');
  await page.getByLabel('Code on the sticker').fill(typedSecret);
  await page.getByRole('button', { name: 'Report a fault' }).click();
  await expect(title(page, 'Sticker Forsythia')).toBeVisible();
});

for (const [path, post] of [
  ['/report', 'Sticker Gardenia'],
  ['/report/', 'Sticker Heliconia'],
  ['/REPORT', 'Sticker Ixora'],
] as const)
  test(`where a host has one page for everything, the portal hands ${path} over before it starts`, async ({
    page,
    context,
  }) => {
    const { secret } = await newSticker(page, post);
    const portal = await (await page.request.get('/')).text();
    await context.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ contentType: 'text/html', body: portal }),
    );
    const requests = requestsOf(context);
    await page.goto(`${path}#${secret}`);
    await expect(title(page, post)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/report.html');
    expect(requests.filter((request) => /whoami|\/assets\/(?:Portal|shared|supabase)/u.test(request.url()))).toEqual(
      [],
    );
  });
