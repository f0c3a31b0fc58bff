import { expect, test as base, type Page } from '@playwright/test';
import { addSite } from './sites.ts';
import { keys, logIn, test as strict } from './support.ts';
import { choosePhotos, press, uploaded } from './task-files.ts';
import { expectWellMade } from './well-made.ts';

const bucket = 'rfidboomgatephoto';

/** Calls that these tests make fail are told in the console too; nothing else may be. */
const told = [
  /Failed to load resource: (net::ERR_FAILED|the server responded with a status of (400|500))/,
  /^A file could not be uploaded/,
  /^The task could not be saved/,
];
const test = base.extend<{ quietConsole: undefined }>({
  quietConsole: [
    async ({ context }, use) => {
      const problems: string[] = [];
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        if (!told.some((pattern) => pattern.test(message.text()))) problems.push(message.text());
      });
      context.on('weberror', (error) => problems.push(String(error.error())));
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

async function headers(page: Page): Promise<Record<string, string>> {
  const session = await page.evaluate(() => sessionStorage.getItem('portal.session'));
  const token = /"token":"(\w+)"/.exec(session ?? '')?.[1] ?? '';
  return { apikey: 'sb_publishable_local', 'x-portal-session': token };
}

interface StoredTask {
  id: number;
  title: string;
  tasks: string;
  year: string;
  month: string;
  urls: string[];
  pdf: string;
}

async function tasksOf(page: Page, siteId: number): Promise<StoredTask[]> {
  const answer = await page.request.get(`/rest/v1/maintable?select=tasks2024&id=eq.${siteId}`, {
    headers: await headers(page),
    // a connection that was idle may be closed in the moment in which it is used again
    maxRetries: 3,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the database allows in the column
  const [row] = (await answer.json()) as { tasks2024: StoredTask[] }[];
  return row?.tasks2024 ?? [];
}

/** Object names of a site in the bucket. */
async function filesOf(page: Page, siteId: number): Promise<string[]> {
  const answer = await page.request.post(`/storage/v1/object/list/${bucket}`, {
    headers: await headers(page),
    data: { prefix: `sites/${siteId}/`, limit: 200 },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what storage lists
  return ((await answer.json()) as { name: string }[]).map(({ name }) => `sites/${siteId}/${name}`);
}

async function open(page: Page, site: string): Promise<number> {
  const { id } = await addSite(page, site, { status: true, tasks2024: [] });
  await logIn(page, keys.admin);
  return id;
}

async function fillIn(page: Page, title: string, site?: string): Promise<void> {
  if (site) await page.getByLabel('Site', { exact: true }).selectOption(site);
  await page.getByLabel('Year').selectOption('2026');
  await page.getByLabel('Month').selectOption('mar');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Task text').fill('Arm bolts re-torqued.\n天线插头进水');
}

/** How many files the drafts on this device hold. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page knows nothing of this file
    const ended = async <T>(request: IDBRequest<T>): Promise<T> => {
      await new Promise((resolve) => request.addEventListener('success', resolve, { once: true }));
      return request.result;
    };
    const entries: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await ended(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const found: unknown[] = await ended(database.transaction(store).objectStore(store).getAll());
        entries.push(...found);
      }
      database.close();
    }
    const files = entries.flatMap((entry) =>
      entry !== null && typeof entry === 'object' && 'prepared' in entry && 'url' in entry ? [entry] : [],
    );
    const up = files.filter(({ url }) => url !== null).length;
    return { uploaded: up, waiting: files.length - up };
  });

test('10 photos of 12 megapixels go up, one that is cut off is retried alone, and the task is on the dashboard', async ({
  page,
}) => {
  const siteId = await open(page, 'Add task, ten photos');
  const sent: string[] = [];
  let cutOff = '';
  await page.route(`**/storage/v1/object/${bucket}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname;
    sent.push(name);
    // the third photo, in each of its attempts
    if (cutOff === '' && sent.length >= 5 && !name.includes('.small.')) cutOff = name;
    await (name === cutOff ? route.abort() : route.continue());
  });
  await fillIn(page, 'Quarterly test', 'Add task, ten photos');
  await choosePhotos(page, 10);
  await expect(page).toHaveTitle(/^\(\d+\/10\) Uploading/);
  await press(page, 'Add Task');
  await expect(page.getByRole('article', { name: 'New task, not saved yet' })).toContainText('Quarterly test');
  await expect(page.getByRole('button', { name: 'Add Task', exact: true })).toHaveCount(0);
  await press(page, 'Update');
  await expect(page.getByText(/of 10 uploaded\. The task is saved right after/)).toBeVisible();

  await expect(uploaded(page)).toHaveCount(9, { timeout: 90_000 });
  await expect(page.getByRole('alertdialog')).toContainText('One file is not uploaded');
  await press(page, 'OK');
  await expect(page.getByRole('alert')).toHaveText('1 photo not uploaded: retry or remove.');
  expect(await tasksOf(page, siteId)).toEqual([]);

  const before = sent.length;
  cutOff = 'none';
  await page.getByRole('button', { name: /^Retry: IMG_/ }).click();
  await expect(uploaded(page)).toHaveCount(10);
  expect(sent.length - before).toBe(1);
  await expect(page.getByText('File uploaded successfully!')).toBeVisible();
  await press(page, 'Update');
  await expect(page.getByText('Data updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/maintenance\?site=Add\+task%2C\+ten\+photos&year=2026&month=mar&task=1$/);
  await expect(page.getByRole('article').filter({ hasText: 'Quarterly test' })).toContainText('View Photos (10)');

  const [task] = await tasksOf(page, siteId);
  expect(task).toMatchObject({ id: 1, title: 'Quarterly test', year: '2026', month: 'mar', pdf: '' });
  const stored = await filesOf(page, siteId);
  expect(stored).toHaveLength(20);
  for (const url of task?.urls ?? []) expect(stored).toContain(url.split(`/${bucket}/`)[1]);
  await page.getByRole('button', { name: 'View Photos (10)' }).click();
  const size = () =>
    page
      .getByRole('dialog')
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(size).toBe(2_048);

  // nothing is left of the draft
  await page.goto('/DataEditor');
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText(/restored/)).toHaveCount(0);
});

strict('files that cannot be used are refused by name, and nothing is sent', async ({ page }) => {
  await logIn(page, keys.admin);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/object/${bucket}/`)) sent.push(request.url());
  });
  await page.getByLabel('Site', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Add photos').setInputFiles([
    { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('0000ftypheic0000') },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not a photo at all') },
    { name: 'nothing.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  ]);
  await page.getByLabel('Add photos').evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(60 * 1_048_576)], 'huge.jpg', { type: 'image/jpeg' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page
    .getByLabel('Choose a PDF')
    .setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>no</html>') });
  const refusals = page.getByRole('alert');
  await expect(refusals).toHaveCount(5);
  for (const said of [
    'IMG_0001.HEIC: This HEIC photo cannot be read. Send it as JPEG',
    'notes.jpg: It is not a photo that this browser can read. Choose a JPEG, PNG or WebP.',
    'nothing.jpg is empty. Choose it again, or another one.',
    'huge.jpg has 60.0 MB; a photo may have 50 MB.',
    'page.pdf is not a PDF. Save or print it as a PDF first.',
  ])
    await expect(refusals.filter({ hasText: said })).toHaveCount(1);
  // beside the field that it was meant for
  await expect(page.getByRole('region', { name: 'PDF report' }).getByRole('alert')).toHaveText(/page\.pdf/);
  await expect(page.getByRole('region', { name: /^Photos/ }).getByRole('alert')).toHaveCount(4);
  await press(page, 'Add Task');
  await press(page, 'OK');
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Dismiss: notes.jpg' }).click();
  await expect(page.getByText('Not added.')).toHaveCount(4);
  expect(sent).toEqual([]);
});

test('a reload in mid-upload brings back the texts and the files, which go on', async ({ page }) => {
  const siteId = await open(page, 'Add task, reload');
  await fillIn(page, 'Repair', 'Add task, reload');
  // two photos arrive, each with its small one; nothing else does
  const through = new Set<string>();
  let stuck = true;
  const sent: string[] = [];
  await page.route(`**/storage/v1/object/${bucket}/**`, async (route) => {
    const address = route.request().url();
    const photo = address.replace(/(\.small)?\.\w+$/u, '');
    if (through.size < 2) through.add(photo);
    if (!stuck) sent.push(address);
    if (through.has(photo) || !stuck) await route.continue();
  });
  await choosePhotos(page, 4, 1_600, 1_200);
  await page.getByLabel('Choose a PDF').setInputFiles({
    name: 'visit.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF'),
  });
  await expect(uploaded(page)).toHaveCount(2);
  await expect.poll(() => keptFiles(page)).toEqual({ uploaded: 2, waiting: 3 });
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('framenavigated', () => {
    stuck = false;
  });
  await page.reload();
  await expect(page.getByText(/^Draft from \d\d:\d\d restored\.$/)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Repair');
  await expect(page.getByLabel('Task text')).toHaveValue('Arm bolts re-torqued.\n天线插头进水');
  await expect(uploaded(page)).toHaveCount(5);
  // two photos with their small ones, and the PDF
  expect(sent).toHaveLength(5);
  await press(page, 'Add Task');
  await press(page, 'Update');
  await expect(page).toHaveURL(/\/maintenance\?/);
  const [task] = await tasksOf(page, siteId);
  expect(task?.urls).toHaveLength(4);
  expect(task?.pdf).toMatch(/\.pdf$/);
});

test('two admins who add to one site at once both keep their task, under different numbers', async ({
  page,
  browser,
}) => {
  const siteId = await open(page, 'Add task, two admins');
  const other = await (await browser.newContext()).newPage();
  await logIn(other, keys.admin);
  for (const [one, title] of [
    [page, 'Emergency call'],
    [other, 'Reader check'],
  ] as const) {
    await fillIn(one, title, 'Add task, two admins');
    await press(one, 'Add Task');
  }
  await Promise.all([press(page, 'Update'), press(other, 'Update')]);
  await expect(page).toHaveURL(/\/maintenance\?/);
  await expect(other).toHaveURL(/\/maintenance\?/);
  const stored = await tasksOf(page, siteId);
  expect(stored.map(({ title }) => title).toSorted()).toEqual(['Emergency call', 'Reader check']);
  expect(stored.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2]);
  await other.context().close();
});

test('a save that fails keeps everything, and the next one uploads nothing again', async ({ page }) => {
  const siteId = await open(page, 'Add task, failing save');
  await fillIn(page, 'Repair', 'Add task, failing save');
  await choosePhotos(page, 2, 1_200, 900);
  await expect(uploaded(page)).toHaveCount(2);
  await press(page, 'Add Task');
  await page.route('**/rest/v1/maintable?*', async (route) => {
    if (route.request().method() === 'PATCH') await route.fulfill({ status: 500, json: { message: 'no' } });
    else await route.continue();
  });
  await press(page, 'Update');
  await expect(page.getByRole('alert').filter({ hasText: 'Error updating data.' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Repair');
  await expectWellMade(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/object/${bucket}/`)) sent.push(request.url());
  });
  await page.unrouteAll();
  await press(page, 'Update');
  await expect(page.getByText('Data updated successfully!')).toBeVisible();
  expect(sent.filter((url) => !url.includes('/sign/'))).toEqual([]);
  const [task] = await tasksOf(page, siteId);
  expect(task?.urls).toHaveLength(2);
  expect(await filesOf(page, siteId)).toHaveLength(4);
});

test('a draft that is discarded leaves nothing in the bucket, and nothing on the device', async ({ page }) => {
  const siteId = await open(page, 'Add task, discard');
  await fillIn(page, 'Repair', 'Add task, discard');
  await choosePhotos(page, 3, 1_200, 900);
  await expect(uploaded(page)).toHaveCount(3);
  expect(await filesOf(page, siteId)).toHaveLength(6);
  await press(page, 'Discard');
  await press(page, 'Keep');
  await expect(page.getByLabel('Title')).toHaveValue('Repair');
  await press(page, 'Discard');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(uploaded(page)).toHaveCount(0);
  await expect.poll(() => filesOf(page, siteId)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText(/restored/)).toHaveCount(0);
});

test('photos are dropped, pasted, sorted, removed and brought back', async ({ page }) => {
  await open(page, 'Add task, sorting');
  await fillIn(page, 'Repair', 'Add task, sorting');
  await page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page knows nothing of this file
    const draw = async (name: string) => {
      const canvas = new OffscreenCanvas(800, 600);
      canvas.getContext('2d')?.fillRect(0, 0, 400, 300);
      return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
    };
    const dropped = new DataTransfer();
    for (const name of ['a.png', 'b.png']) dropped.items.add(await draw(name));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: dropped, bubbles: true, cancelable: true }));
    const pasted = new DataTransfer();
    pasted.items.add(await draw('c.png'));
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
    );
  });
  const order = () => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove: / }) });
  await expect(order()).toHaveText([/^a\.png/, /^b\.png/, /^c\.png/]);
  await expect(uploaded(page)).toHaveCount(3);

  await page.getByRole('button', { name: 'Move later: a.png' }).click();
  await expect(order()).toHaveText([/^b\.png/, /^a\.png/, /^c\.png/]);
  await expect(page.getByRole('button', { name: 'Move later: a.png' })).toBeFocused();
  await expect(page.getByText('a.png is now photo 2 of 3.')).toBeAttached();
  await order().nth(2).dragTo(order().nth(0));
  await expect(order()).toHaveText([/^c\.png/, /^b\.png/, /^a\.png/]);

  await page.getByRole('button', { name: 'Remove: b.png' }).click();
  await expect(order()).toHaveText([/^c\.png/, /^a\.png/]);
  await expect(page.getByRole('button', { name: 'Remove: a.png' })).toBeFocused();
  await press(page, 'Undo');
  await expect(order()).toHaveText([/^c\.png/, /^b\.png/, /^a\.png/]);
  await expect(uploaded(page)).toHaveCount(3);
});
