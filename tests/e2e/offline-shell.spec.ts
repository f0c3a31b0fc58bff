import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { buildWorker } from '../../.config/service-worker.ts';
import { addField, expectVisits, finish, visit, waitingVisits } from './field-day.ts';
import { ReleaseServer } from './release-server.ts';
import { keys, longJob, rpc, submitKey, test as base } from './support.ts';

/** The number of English guides. Those of other languages are fetched with their language. */
const guideCount = readdirSync('public/guides').filter((name) => name.endsWith('.pdf')).length;

interface Fixtures {
  host: ReleaseServer;
  origin: string;
  cutOff: () => Promise<void>;
  comeBack: () => Promise<void>;
}

const test = base.extend<Fixtures>({
  host: async ({ baseURL }, give) => {
    const host = new ReleaseServer(baseURL ?? '');
    await give(host);
    host.stop();
  },
  origin: async ({ host, request }, give) => {
    // waits until the database answers, which can take longer than a login waits
    await request.get('/rest/v1/');
    await give(await host.start());
  },
  cutOff: async ({ host, context }, give) =>
    give(async () => {
      // not every browser emulates a lost connection for service workers too
      host.setAway(true);
      await context.setOffline(true);
    }),
  comeBack: async ({ host, context }, give) =>
    give(async () => {
      host.setAway(false);
      await context.setOffline(false);
    }),
});
test.use({
  // this file tests the service worker
  serviceWorkers: 'allow',
  expectedProblem:
    /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|status of 503|Failed to (?:fetch|load module)|Refused to apply style|Login failed/,
});

/** Sets what the browser reports about the connection to the pages that are opened from now on. */
const setConnection = (context: BrowserContext, value: object | undefined) =>
  context.addInitScript(
    (connection) => Object.defineProperty(navigator, 'connection', { configurable: true, value: connection }),
    value,
  );

const violations: string[] = [];
test.beforeEach(async ({ context }) => {
  // a browser takes the late answers of a busy machine for a slow connection, on which the portal would store nothing more
  await setConnection(context, undefined);
  violations.length = 0;
  context.on('console', (message) => {
    if (/Content Security Policy/u.test(message.text())) violations.push(message.text());
  });
});
test.afterEach(() => expect(violations).toEqual([]));

/** The paths of the portal's own files that are stored. */
const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const shells = (await caches.keys()).filter((name) => name.startsWith('shell-'));
    const files = await Promise.all(shells.map(async (name) => (await caches.open(name)).keys()));
    return files.flat().map(({ url }) => new URL(url).pathname);
  });

/** Waits until everything is stored that is stored automatically. The guides come last. */
async function expectAllStored(page: Page): Promise<void> {
  const guides = async () => (await storedFiles(page)).filter((path) => path.startsWith('/guides/')).length;
  await expect.poll(guides, longJob).toBe(guideCount);
}

async function logInToStay(page: Page, key: string): Promise<void> {
  await page.getByLabel('Keep me logged in on this device').check();
  await submitKey(page, key);
}

const offer = (page: Page) => page.getByRole('button', { name: 'New version - reload' });

/** The state of a service worker that is being installed or waits to take over; null if there is none. */
const incomingWorkerState = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (registration?.installing ?? registration?.waiting)?.state ?? null;
  });

/** Checks for a release, as a return to the tab after an hour does, and waits until the release is in use. */
async function installRelease(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  let old: string | undefined;
  debug.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    old = versions.find(({ status }) => status === 'activated')?.versionId ?? old;
  });
  await debug.send('ServiceWorker.enable');
  for (const each of page.context().pages())
    await each.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  let before: string | null = null;
  const checkRelease = async () => {
    const now = await incomingWorkerState(page);
    // an old worker that a page has just started is stopped after half a minute, but with a debugger only after five minutes
    if (old !== undefined && now === 'installed' && before === now)
      await debug.send('ServiceWorker.stopWorker', { versionId: old });
    before = now;
    return now;
  };
  await expect.poll(checkRelease, { ...longJob, intervals: [500] }).toBeNull();
  await debug.detach();
}

test('after one visit the portal starts without a connection, with its guides, until its worker is removed', async ({
  page,
  host,
  origin,
  cutOff,
  comeBack,
}) => {
  // a device that has only seen the login
  await page.goto(origin);
  await expectAllStored(page);
  await cutOff();
  await page.reload();
  await submitKey(page, keys.selasih);
  await expect(page.getByText('Check your connection and try again.')).toBeVisible();

  await comeBack();
  await logInToStay(page, keys.selasih);
  await expect(page).toHaveURL(/\/profile\?site=[^&]+$/);
  await expect(page.getByText('System Online')).toBeVisible();
  await page.getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByText('Available offline')).toHaveCount(guideCount);

  await cutOff();
  await page.getByLabel('Search titles and contents').fill('relay');
  await expect(page.getByRole('link', { name: /^Page \d/ }).first()).toBeVisible();
  await page.locator('main li > div a').filter({ hasText: 'Controller User Manual' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('iframe, canvas').first()).toBeVisible();
  await expect(dialog.getByText('Loading the document…')).toHaveCount(0);
  // PDF viewers request parts of a file
  const part = await page.evaluate(async () => {
    const { status, headers } = await fetch('/guides/controller-user-manual.pdf', { headers: { range: 'bytes=0-4' } });
    return [status, headers.get('content-range')?.split('/')[0]];
  });
  expect(part).toEqual([206, 'bytes 0-4']);

  await page.reload();
  await expect(dialog.getByRole('heading', { name: 'Controller User Manual' })).toBeVisible();
  await expect(dialog.locator('iframe, canvas').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  // the records come from the offline copies of this key
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText(/^Saved copy of/u)).toBeVisible();
  await expect(page.getByText('System Online')).toBeVisible();
  await page.getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
  // no answer of the API is among the portal's own files
  const ofThePortal = /^\/(?:$|assets\/|guides\/|logo\.svg|icon\.svg|sample-record\.pdf|shell-list|older-pages)/;
  expect((await storedFiles(page)).filter((path) => !ofThePortal.test(path))).toEqual([]);

  await comeBack();
  // the installed portal opens the last screen
  await page.goto(`${origin}/?app`);
  await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();

  // the worker that removes everything replaces a broken service worker
  const folder = mkdtempSync(join(tmpdir(), 'portal-removal-'));
  await buildWorker(folder, 'removal.ts');
  host.publishWorker(readFileSync(join(folder, 'sw.js')));
  rmSync(folder, { recursive: true });
  await installRelease(page);
  const workers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
  await expect.poll(async () => [...(await workers()), ...(await storedFiles(page))]).toEqual([]);
});

/** Expects a page of this release. */
const expectRelease = (page: Page, host: ReleaseServer, release: number) =>
  expect(page.locator('script[src]').first()).toHaveAttribute('src', host.entryOf(release));

/** The number of releases whose page the device has. */
const releaseCount = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => /^shell-(?!files$)/u.test(name)).length);

/** Opens the portal again, and in it screens that nobody has opened in this page. */
async function expectEveryScreen(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/DataEditor/my-sites`);
  await page.getByRole('article').first().getByRole('button', { name: /^More/u }).click();
  await page.getByRole('menuitem', { name: 'Service History' }).click();
  await expect(page.getByText(/^\d+ visits?/u).first()).toBeVisible();
  await page.getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
}

test('with data saver the last complete release works offline, two releases later too, until sites are stored by hand', async ({
  page,
  context,
  host,
  origin,
  cutOff,
  comeBack,
}) => {
  await page.goto(origin);
  await logInToStay(page, keys.technician);
  await expect(page).toHaveURL(/\/DataEditor/u);
  await page.goto(`${origin}/DataEditor/my-sites`);
  const offline = page.getByRole('region', { name: 'Offline' });
  await offline.getByRole('button', { name: 'Keep all my sites for offline' }).click();
  await expect(offline.getByText(/^Your \d+ sites are on this device/u)).toBeVisible(longJob);
  await expectAllStored(page);

  await setConnection(context, { saveData: true });
  await page.reload();
  host.publishNext();
  await installRelease(page);
  await expect(offer(page)).toBeVisible();
  await cutOff();
  await expectEveryScreen(page, origin);
  await expectRelease(page, host, 1);
  // a connection that lets nothing through
  await comeBack();
  for (const stranger of ['a gateway', 'the page of a network'] as const) {
    host.answerAs(stranger);
    await page.goto(`${origin}/DataEditor/my-sites`);
    await expectRelease(page, host, 1);
  }
  host.answerAs(null);
  await page.goto(`${origin}/DataEditor/my-sites`);
  await expectRelease(page, host, 2);

  host.publishNext();
  await page.goto(`${origin}/DataEditor/my-sites`);
  await expectRelease(page, host, 3);
  await installRelease(page);
  await cutOff();
  await expectEveryScreen(page, origin);
  await expectRelease(page, host, 1);

  await comeBack();
  await page.goto(`${origin}/DataEditor/my-sites`);
  await offline.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => releaseCount(page), longJob).toBe(1);
  await cutOff();
  await expectEveryScreen(page, origin);
  await expectRelease(page, host, 3);
});

test('a new release is offered when it is complete, lets other tabs stay on theirs, and only needs the room for itself', async ({
  page,
  context,
  host,
  origin,
  cutOff,
  comeBack,
}) => {
  await page.goto(origin);
  await logInToStay(page, keys.selasih);
  await expect(page.getByText('System Online')).toBeVisible();
  await expectAllStored(page);
  const other = await context.newPage();
  await other.goto(`${origin}/profile`);
  await expect(other.getByText('System Online')).toBeVisible();

  // the connection is lost after the first files
  host.publishNext();
  host.withhold(/Route-/u);
  await installRelease(page);
  await cutOff();
  await page.goto(`${origin}/guide`);
  await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
  await expectRelease(page, host, 1);
  await expect(offer(page)).toHaveCount(0);
  host.withhold(null);
  await comeBack();
  await expect(offer(other)).toBeVisible(longJob);
  // the page does not change without a press
  await expectRelease(page, host, 1);
  await page.goto(`${origin}/profile`);
  await expect(page.getByText('System Online')).toBeVisible();
  await expectRelease(page, host, 2);
  await expect(offer(page)).toHaveCount(0);
  // the host no longer has any file of this release
  await other.getByRole('link', { name: 'Stats' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Car Post Failure Analytics' })).toBeVisible();
  await expect(other.getByRole('img', { name: /failures/i }).first()).toBeVisible();
  expect(await releaseCount(page)).toBe(2);
  await other.close();
  await page.reload();
  await expect.poll(() => releaseCount(page)).toBe(1);

  // a device that is full
  const devtools = await context.newCDPSession(page);
  const usedBytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usedBytes });
  host.publishNext();
  await installRelease(page);
  await expect(offer(page)).toBeVisible(longJob);
  await page.goto(`${origin}/profile`);
  await expectRelease(page, host, 3);
  await cutOff();
  await page.goto(`${origin}/guide`);
  await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
  await expectRelease(page, host, 2);
});

test('a missing file of an old release leads to the new release', async ({ page, host, origin }) => {
  // a browser that stores nothing
  await page.addInitScript(() => {
    if ('serviceWorker' in navigator)
      navigator.serviceWorker.register = () => Promise.reject(new Error('site data is blocked'));
  });
  await page.goto(origin);
  await submitKey(page, keys.admin);
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
  host.publishNext();
  // a screen with its own file
  await page.getByRole('link', { name: 'Update ZIP' }).click();
  await expect(page.getByText('A part of the portal could not be loaded. There is a new version.')).toBeVisible();
  await offer(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Update ZIP' })).toBeVisible();
});

test('a day with two releases, a key that is rotated and then revoked: each visit is saved once, and nothing remains', async ({
  page,
  host,
  origin,
  cutOff,
  comeBack,
}) => {
  test.setTimeout(240_000);
  // a phone, on which the sections of the form are folded
  await page.setViewportSize({ width: 360, height: 740 });
  const names = ['Two releases Angsana', 'Two releases Bayu'] as const;
  const field = await addField(page, names, []);
  const keyOptions = { role: 'technician', label: 'Two releases', site_ids: field.ids };
  const first = await rpc<{ id: number; key: string }>(page, 'issue_key', keyOptions, field.session);
  await page.goto(origin);
  await logInToStay(page, first.key);
  await expect(page).toHaveURL(/\/DataEditor/u);
  await page.goto(`${origin}/DataEditor/my-sites`);
  const offline = page.getByRole('region', { name: 'Offline' });
  await offline.getByRole('button', { name: 'Keep all my sites for offline' }).click();
  await expect(offline.getByText(/^Your 2 sites are on this device/u)).toBeVisible(longJob);
  await expectAllStored(page);

  // the connection is lost soon after the first release
  host.publishNext();
  host.withhold(/Route-/u);
  await installRelease(page);
  await cutOff();
  await page.goto(`${origin}/DataEditor/my-sites`);
  await expectRelease(page, host, 1);
  await visit(page, names[0], 1);
  await finish(page);
  await expect(waitingVisits(page)).toHaveCount(1);

  // meanwhile the key was rotated, and the next release published
  const second = await rpc<{ id: number; key: string }>(
    page,
    'rotate_key',
    { key_id: first.id, keep_old: '0' },
    field.session,
  );
  host.withhold(null);
  host.publishNext();
  await comeBack();
  await expect(page.getByText(/^1 visit waits on this device/u)).toBeVisible();
  await logInToStay(page, second.key);
  await expect(page.getByText(/^Two releases Angsana, .*1 photo: saved\.$/u)).toBeVisible();
  await page.goto(`${origin}/DataEditor/my-sites`);
  // the copies of the previous key are still here
  await expect(offline.getByText(/^Your 2 sites are on this device/u)).toBeVisible(longJob);

  await cutOff();
  await page.goto(`${origin}/DataEditor/my-sites`);
  await visit(page, names[1], 1);
  await finish(page);
  await expect(waitingVisits(page)).toHaveCount(1);
  await rpc(page, 'revoke_key', { key_id: second.id }, field.session);
  await comeBack();
  await expect(page.getByText(/^1 visit waits on this device/u)).toBeVisible();
  await submitKey(page, keys.admin);
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
  await page.getByRole('button', { name: 'Take over what “Two releases” left' }).click();
  await expect(page.getByText(/Two releases Bayu, .*1 photo: saved\.$/u).first()).toBeVisible();

  for (const [index, name] of names.entries()) await expectVisits(page, field, index, name, 1);
  await expect(page.getByText(/not finished|waits/u)).toHaveCount(0);
});
