import { readFile } from 'node:fs/promises';
import { expect, type Page, type Request, type Route } from '@playwright/test';
import { readPdf, type ReadPdf } from '../support/read-pdf.ts';
import { keys, logIn, test as base } from './support.ts';

/** A task as it is saved in the site's record. */
export interface SavedTask {
  id: number;
  time: string;
  urls: string[];
  year: string;
  month: string;
  title: string;
  tasks: string;
  showing: string;
}

/** Some of these tests cause photos that cannot be loaded, which the console reports. */
export const test = base.extend({
  expectedProblem: /^(?:Failed to load resource|A photo could not be loaded)/u,
});

/** Logs in with the key of Selasih Park and opens its seven tasks of March 2026. */
export async function openMarch(page: Page): Promise<void> {
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible();
}

export interface SavedReport {
  name: string;
  bytes: Buffer;
  /** What the file contains. */
  read: ReadPdf;
}

/** Presses the button and waits for the file. */
export async function saveReport(page: Page, button = 'Download Report'): Promise<SavedReport> {
  return savedBy(page, () => page.getByRole('button', { name: button }).click());
}

/** Does something that saves a PDF, and reads that. */
export async function savedBy(page: Page, act: () => Promise<void>): Promise<SavedReport> {
  const downloadEvent = page.waitForEvent('download');
  await act();
  const download = await downloadEvent;
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes, read: await readPdf(bytes) };
}

/** Answers every request of the page for a photo. */
export async function servePhotos(page: Page, respond: (route: Route, path: string) => unknown): Promise<void> {
  await page.route('**/storage/v1/object/sign/**', async (route, request) => {
    if (!isPhoto(request)) return route.fallback();
    return void (await respond(route, decodeURIComponent(new URL(request.url()).pathname)));
  });
}

/** Whether the request is for a photo itself, not for its signed URL. */
export function isPhoto(request: Request): boolean {
  return request.method() === 'GET' && request.url().includes('/storage/v1/object/sign/');
}

/**
 * Replaces the tasks of the site's record by its visible tasks of March 2026, after `change` has changed them. `change` gets the
 * oldest first.
 */
export async function changeTasks(page: Page, change: (tasks: SavedTask[]) => SavedTask[]): Promise<void> {
  await page.route('**/rest/v1/maintables*', async (route) => {
    const response = await route.fetch();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows of the demo
    const rows = (await response.json()) as { tasks2024: SavedTask[] }[];
    const isOfMarch = (task: SavedTask) => task.year === '2026' && task.month === 'mar' && task.showing === 'True';
    const changedRows = rows.map((row) => ({
      ...row,
      tasks2024: change(row.tasks2024.filter(isOfMarch).toSorted((a, b) => a.id - b.id)),
    }));
    await route.fulfill({ response, json: changedRows });
  });
}

/** The text of all pages, in one line. */
export function textOf({ pages }: ReadPdf): string {
  return pages
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/gu, ' ');
}
