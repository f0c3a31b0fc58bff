import { expect } from '@playwright/test';
import { readPdf } from '../support/read-pdf.ts';
import { bodyRows, counted, month, openHistory, serveTasks, table } from './service-history-support.ts';
import { test } from './support.ts';
import { expectWellMade } from './well-made.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('rows are cards, sorted by a choice above them, with targets for fingers', async ({ page }) => {
    await openHistory(page, '?year=2026');
    const cards = bodyRows(page);
    // one of them is completely in view
    const box = await cards.first().boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
    expect(first?.width).toBeGreaterThan(300);
    expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0) - 1);
    const title = cards.nth(0).getByRole('rowheader');
    expect((await title.boundingBox())?.width).toBeGreaterThan(280);
    await page.getByRole('button', { name: /^Filters/u }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByLabel('Sort by').selectOption('Oldest first');
    await expect(month(page, 'March 2026')).toBeVisible();
    await sheet.getByRole('button', { name: /^Show \d+ visits$/u }).tap();
    await expect(page).toHaveURL(/sort=date$/);
    await expect(cards.first().getByRole('cell').first()).toContainText(/January 2026|February 2026/);

    await page.getByRole('button', { name: 'More export, print and offline' }).tap();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
    // a field can be tapped anywhere in its frame, and a title anywhere on its card
    const targets = page.locator('main :is(button, a, select, input):not(:is(thead, th) *)');
    const low = () =>
      targets.evaluateAll((all) =>
        all
          // the list may have replaced an element since it was looked up
          .filter((element) => element.isConnected)
          .filter((element) => {
            const target = element.matches('select, input') ? element.parentElement : element;
            return (target?.getBoundingClientRect().height ?? 0) < 44;
          })
          .map((element) => element.outerHTML),
      );
    expect(await low()).toEqual([]);
    expect(await targets.count()).toBeGreaterThan(10);
    await page.getByRole('button', { name: /^Filters/u }).tap();
    await month(page, 'March 2026').check();
    await sheet.getByRole('button', { name: 'Show 7 visits' }).tap();
    await expect(counted(page, /^7 of/)).toBeVisible();
    await expectWellMade(page);
    await cards.first().getByRole('rowheader').tap();
    await expect(page.getByRole('dialog', { name: 'Visit details' })).toBeVisible();
  });
});

test('paper shows all rows of the filter as a plain table, and nothing else', async ({ page }) => {
  await serveTasks(page, 150);
  await openHistory(page, '?year=2026&q=visit');
  await expect(counted(page, /^150 visits, best match first$/)).toBeVisible();
  const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  // one more sheet would have a single row on it
  expect(pages.length).toBeLessThanOrEqual(11);
  const text = pages.map((sheet) => sheet.text).join(' ');
  for (const words of ['Service History', 'Selasih Park', '2026, search “visit”', '150 visits', 'Printed on '])
    expect(pages[0]?.text).toContain(words);
  // the name of a switch whose buttons are not on paper
  expect(pages[0]?.text).not.toContain('Show');
  for (let visit = 1; visit <= 150; visit += 1) expect(text).toContain(`Visit ${visit}`);
  for (const words of ['Export CSV', 'Visits in', 'End Session', 'Sort by']) expect(text).not.toContain(words);

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('section[aria-label="Print"] tbody tr')).toHaveCount(150);
  await expect(table(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('section[aria-label="Print"]')).toHaveCount(0);
  await expect(bodyRows(page).first()).toContainText('Visit 150');
});
