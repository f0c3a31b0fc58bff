import { expect, type Page } from '@playwright/test';
import { keys, logIn, submitKey, test } from './support.ts';

/** The URL of a visit with its PDF, as whoever looks at it would copy it. */
async function urlOfPdf(page: Page): Promise<string> {
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  await page.getByRole('button', { name: 'Preview PDF' }).first().click();
  await expect(page).toHaveURL(/pdf=1/u);
  return page.url();
}

test('a URL copied at one building says so under the key of another, and opens under its own', async ({
  page,
  browser,
}) => {
  const url = await urlOfPdf(page);
  const context = await browser.newContext();
  const manager = await context.newPage();
  await logIn(manager, keys.kingfisher, '/profile');
  await manager.goto(url);
  await expect(manager.getByText('This link belongs to another site than your key.')).toBeVisible();
  await expect(manager.getByRole('dialog')).toHaveCount(0);
  await expect(manager.getByRole('main')).not.toContainText('Kingfisher');

  // as the page says
  await manager.getByRole('button', { name: 'End Session' }).click();
  await manager.getByRole('button', { name: 'Yes' }).click();
  await manager.goto(url);
  await submitKey(manager, keys.selasih);
  await expect(manager.getByRole('dialog')).toBeVisible();
  await expect(manager).toHaveURL(url);
  await context.close();
});
