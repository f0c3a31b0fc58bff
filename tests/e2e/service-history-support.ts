import { expect, type Page, type Route } from '@playwright/test';
import { keys, logIn } from './support.ts';

export const table = (page: Page) => page.getByRole('table', { name: 'Tasks' });
/** The rows of tasks, without headings. */
export const bodyRows = (page: Page) => table(page).locator('tbody tr[aria-rowindex]:has(th)');
export const year = (page: Page) => page.getByLabel('Year', { exact: true });
/** The number of tasks, which is shown above the list. */
export const counted = (page: Page, words: RegExp | string) => page.getByRole('status').filter({ hasText: words });
export const month = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}, `, 'u') });

/** Logs in with the key of Selasih Park and opens its service history. */
export async function openHistory(page: Page, query = ''): Promise<void> {
  await logIn(page, keys.selasih, `/data-fetcher${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Service History' })).toBeVisible();
}

/** Gives the site's record this many tasks, one per minute. The last one is the newest. */
export async function serveTasks(page: Page, count: number): Promise<void> {
  const firstTime = Date.parse('2026-03-01T00:00:00+08:00');
  const tasks = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    time: new Date(firstTime + index * 60_000).toISOString(),
    urls: [],
    year: '2026',
    month: 'mar',
    title: `Visit ${index + 1}`,
    tasks: index % 3 === 0 ? 'Arm bolts re-torqued. '.repeat(12) : 'Loop tuned.',
    pdf: '',
    showing: 'True',
    ...(index % 2 === 1 && { kind: 'emergency' }),
  }));
  async function answer(route: Route): Promise<string> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of the demo
    const rows = (await (await route.fetch()).json()) as object[];
    return JSON.stringify(rows.map((row) => ({ ...row, tasks2024: tasks })));
  }
  // each answer is made once, because the page asks again if the server is silent for long
  const answers = new Map<string, Promise<string>>();
  await page.route('**/rest/v1/maintables*', async (route) => {
    const url = route.request().url();
    const body = answers.get(url) ?? answer(route);
    answers.set(url, body);
    await route.fulfill({ contentType: 'application/json', body: await body });
  });
}
