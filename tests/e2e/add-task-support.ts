import { expect, type Page } from '@playwright/test';
import { testJpeg } from '../support/test-jpeg.ts';
import { addSite, headersOf, pickSite } from './sites.ts';
import { api, keys, logIn, test as base } from './support.ts';

/** Allows the console errors that these tests cause: files that do not arrive, and a lost network. */
export const test = base.extend({
  expectedProblem:
    /^A file could not be uploaded|Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)/u,
});

async function headers(page: Page): Promise<Record<string, string>> {
  const session = await page.evaluate(() => sessionStorage.getItem('portal.session'));
  return headersOf(/"token":"(\w+)"/.exec(session ?? '')?.[1] ?? '');
}

interface SavedTask {
  id: number;
  title: string;
  tasks: string;
  year: string;
  month: string;
  urls: string[];
  pdf: string;
}

/** The tasks of a site as they are saved. @param session may read all tasks of the site; the session of the page by default */
export async function tasksOf(page: Page, siteId: number, session?: string): Promise<SavedTask[]> {
  const response = await page.request.get(`${api}/rest/v1/maintable?select=tasks2024&id=eq.${siteId}`, {
    headers: session === undefined ? await headers(page) : headersOf(session),
    // the server may close an idle connection at the moment when it is used again
    maxRetries: 3,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the database allows in the column
  const [row] = (await response.json()) as { tasks2024: SavedTask[] }[];
  return row?.tasks2024 ?? [];
}

/** The object names of a site's files in the bucket. */
export async function filesOf(page: Page, siteId: number, session?: string): Promise<string[]> {
  const response = await page.request.post(`${api}/storage/v1/object/list/${bucket}`, {
    headers: session === undefined ? await headers(page) : headersOf(session),
    data: { prefix: `sites/${siteId}/`, limit: 200 },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the format of storage's listing
  return ((await response.json()) as { name: string }[]).map(({ name }) => `sites/${siteId}/${name}`);
}

/** Adds a site without visits, and opens the form for a new one as an admin. Returns the site's id. */
export async function openAddTask(page: Page, site: string): Promise<number> {
  const { id } = await addSite(page, site, { status: true, tasks2024: [] });
  await logIn(page, keys.admin);
  return id;
}

export async function fillIn(page: Page, title: string, site?: string): Promise<void> {
  if (site) await pickSite(page, site);
  await page.getByLabel('Year').selectOption('2026');
  await page.getByLabel('Month').selectOption('mar');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Task text').fill('Arm bolts re-torqued.\n天线插头进水');
}

/** Reads a file of the bucket by its object name. */
export async function fileOf(page: Page, name: string): Promise<Buffer> {
  const response = await page.request.get(`${api}/storage/v1/object/authenticated/${bucket}/${name}`, {
    headers: await headers(page),
  });
  return response.body();
}

export const bucket = 'rfidboomgatephoto';

/** The object name of a file of a site. */
export const nameOf = (site: number, number: number, extension = 'jpg') =>
  `sites/${site}/177000000000${number}-00000000-0000-4000-8000-00000000000${number}.${extension}`;
/** The URL of a file as a task names it. */
export const storedUrl = (name: string) => `http://localhost/storage/v1/object/public/${bucket}/${name}`;

/** Uploads a photo under this name. @param bytes the minimum size of the file */
export async function upload(page: Page, session: string, name: string, bytes = 0): Promise<void> {
  const response = await page.request.post(`${api}/storage/v1/object/${bucket}/${name}`, {
    headers: { ...headersOf(session), 'content-type': 'image/jpeg' },
    data: testJpeg({ width: 640, height: 480, bytes }),
  });
  expect(response.status()).toBe(200);
}

export const uploaded = (page: Page) => page.getByText('Uploaded', { exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Draws photos in the page and chooses them there, so that megabytes need not be sent from the test to the browser. */
export async function choosePhotos(page: Page, count: number, width = 4_000, height = 3_000): Promise<void> {
  await page.getByLabel('Add photos').evaluate(
    async (input: HTMLInputElement, [amount, widthInPixels, heightInPixels]) => {
      const transfer = new DataTransfer();
      for (let number = 1; number <= amount; number += 1) {
        const canvas = new OffscreenCanvas(widthInPixels, heightInPixels);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('No canvas');
        context.fillStyle = `hsl(${number * 36} 50% 45%)`;
        context.fillRect(0, 0, widthInPixels, heightInPixels);
        context.fillStyle = '#fff';
        context.font = `${heightInPixels / 2}px sans-serif`;
        context.fillText(String(number), widthInPixels / 3, heightInPixels * 0.7);
        const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
        transfer.items.add(new File([blob], `IMG_${number}.jpg`, { type: 'image/jpeg' }));
      }
      input.files = transfer.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [count, width, height] as const,
  );
}
