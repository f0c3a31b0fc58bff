import { expect, type Page } from '@playwright/test';
import { overviewRow } from '../support/rows.ts';
import { keys, submitKey, test } from './support.ts';

const names = Array.from({ length: 60 }, (_, index) => `Court ${String(index + 1).padStart(2, '0')}`);

/** Serves sixty sites. Those in `offline` need attention, so they come first. */
async function serveCourts(page: Page, offline: ReadonlySet<string>): Promise<void> {
  await page.route('**/rpc/site_overview', (route) =>
    route.fulfill({
      json: names.map((name, index) =>
        overviewRow({ site_id: index + 1, name, sitename: null, status: !offline.has(name) }),
      ),
    }),
  );
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

test('a list that is requested again stays where it is scrolled to, with its focus and its selection', async ({
  page,
}) => {
  const offline = new Set<string>();
  await page.clock.install({ time: new Date('2026-11-22T13:30:00+08:00') });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: false } }),
  );
  await serveCourts(page, offline);
  await page.goto('/');
  await submitKey(page, keys.admin);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByText('as of 13:3')).toBeVisible();
  // all rows are there, because they are added while the browser is idle
  await expect(page.locator('tbody tr')).toHaveCount(names.length);
  const row = rowOf(page, 'Court 40');
  await row.getByRole('checkbox').check();
  await row.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 120);
  const link = row.getByRole('link', { name: 'Court 40', exact: true });
  await link.focus();
  const top = async () => Math.round((await row.boundingBox())?.y ?? -1);
  const requestAgain = async (...newlyOffline: string[]) => {
    const before = await top();
    for (const name of newlyOffline) offline.add(name);
    await page.clock.fastForward('05:00');
    for (const name of newlyOffline) await expect(rowOf(page, name)).toContainText('Offline');
    await expect(row.getByRole('checkbox')).toBeChecked();
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);
  };

  await requestAgain('Court 55', 'Court 58');
  await expect(link).toBeFocused();
  // a row that is in view disappears too
  await requestAgain('Court 41', 'Court 59');
  await link.blur();
  await requestAgain('Court 60');

  // a site that has become urgent is seen at once if the start of the list is in the window
  await page.evaluate(() => scrollTo(0, 0));
  offline.add('Court 30');
  await page.clock.fastForward('05:00');
  await expect(rowOf(page, 'Court 30')).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
