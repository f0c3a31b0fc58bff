import { expect, type Page } from '@playwright/test';
import { siteYear } from '../../src/records/time.ts';
import { addSite } from './sites.ts';
import { keys, submitKey, test } from './support.ts';

const months = ['january', 'february', 'mar', 'apr', 'may', 'june', 'july', 'august', 'sep', 'oct', 'nov', 'dec'];

/** Adds a site that should be visited every month and was last visited two months ago. */
async function addOverdueSite(page: Page, name: string): Promise<void> {
  // the fifteenth is in the same month in every time zone
  const now = new Date(Date.now() + 8 * 3_600_000);
  const visitDate = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 15));
  const day = visitDate.toISOString().slice(0, 10);
  await addSite(page, name, {
    visit_every_months: 1,
    status: true,
    tasks2024: [
      {
        id: 1,
        time: `${day}T10:00:00+08:00`,
        urls: [],
        year: day.slice(0, 4),
        month: months[visitDate.getUTCMonth()],
        title: 'Monthly preventive maintenance',
        tasks: 'Quokka found in the cabinet. Loop L1 checked.',
        pdf: '',
        showing: 'True',
        kind: 'preventive',
      },
    ],
  });
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

test('an admin finds what is overdue, files a visit for it, finds a visit by its words, and goes through its site', async ({
  page,
}) => {
  const name = 'Overview Overdue';
  await addOverdueSite(page, name);
  await page.goto('/');
  await submitKey(page, keys.admin);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(rowOf(page, name).getByText(/^Visit overdue since \d+ [A-Z][a-z]{2} \d{4}$/)).toBeVisible();
  // broken sites come first, then overdue sites, then those where nothing is due
  const sites = await page.locator('tbody tr').allTextContents();
  const indexOf = (words: string) => sites.findIndex((row) => row.includes(words));
  expect(indexOf('Kingfisher Rise')).toBeLessThan(indexOf(name));
  expect(indexOf(name)).toBeLessThan(indexOf('Selasih Park'));
  await rowOf(page, name).getByRole('link', { name: 'Add a visit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(name);
  await page.goBack();
  await expect(page).toHaveURL('/DataEditor/overview');

  // the filter stays in the URL, and rows are cards on a phone
  await expect(rowOf(page, 'Menara Kayangan').getByText('Offline')).toBeVisible();
  await page.getByRole('button', { name: /^Offline/ }).click();
  await expect(page).toHaveURL('/DataEditor/overview?show=offline');
  await expect(rowOf(page, 'Selasih Park')).toHaveCount(0);
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(rowOf(page, 'Menara Kayangan').getByText('Contract end')).toBeVisible();
  if (desk) await page.setViewportSize(desk);

  await page.getByRole('link', { name: 'Search all visits' }).click();
  await page.getByLabel('Search titles, texts and sites').fill('quokka overview overdue');
  await expect(page.getByText('1 visit at 1 site', { exact: true })).toBeVisible();
  await expect(page.locator('mark').getByText('Quokka')).toBeVisible();
  // the site is chosen by typing, with the matching letters marked; both filters are in the URL
  await page.getByLabel('Site', { exact: true }).click();
  await page.keyboard.type('overv over');
  await expect(page.getByRole('option').locator('mark')).toHaveText(['Overv', 'Over']);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Preventive maintenance' }).click();
  await expect(page).toHaveURL(/q=quokka\+overview\+overdue&site=Overview\+Overdue&kind=preventive$/u);
  await expect(page.getByText('1 visit at 1 site', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Monthly preventive maintenance' }).click();
  await expect(page).toHaveURL('/data-fetcher?site=Overview+Overdue&task=1');
  await expect(page.getByRole('dialog')).toContainText('Quokka found in the cabinet.');
  await page.keyboard.press('Escape');

  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Maintenance Report' }).click();
  await page.getByLabel('Site', { exact: true }).fill('kingf');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Total Tasks')).toBeVisible();
  const row = page.getByRole('navigation', { name: 'This site' });
  for (const [link, path] of [
    ['Analytics', `/charts?year=${siteYear(new Date())}`],
    ['Service History', '/data-fetcher'],
    ['Profile', '/profile'],
    ['Editor', '/DataEditor/sites'],
    ['Records', '/maintenance'],
  ] as const) {
    await row.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(`${path}${path.includes('?') ? '&' : '?'}site=Kingfisher+Rise`);
    await expect(row.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect.poll(async () => (await row.boundingBox())?.y, link).toBeLessThan(320);
  }
});
