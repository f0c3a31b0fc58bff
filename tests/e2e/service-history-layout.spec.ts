import { expect } from '@playwright/test';
import { bodyRows, counted, month, openHistory } from './service-history-support.ts';
import { test } from './support.ts';
import { expectWellMade } from './well-made.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('rows are cards, sorted by a choice above them, with targets for fingers', async ({ page }) => {
    await openHistory(page, '?year=2026');
    const cards = bodyRows(page);
    // one of them is completely in view
    const place = await cards.first().boundingBox();
    expect((place?.y ?? Infinity) + (place?.height ?? 0)).toBeLessThanOrEqual(740);
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
    expect(first?.width).toBeGreaterThan(300);
    expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0) - 1);
    const title = cards.nth(0).getByRole('rowheader');
    expect((await title.boundingBox())?.width).toBeGreaterThan(280);
    await page.getByLabel('Sort by').selectOption('Oldest first');
    await expect(page).toHaveURL(/sort=date$/);
    await expect(cards.first().getByRole('cell').first()).toContainText(/January 2026|February 2026/);

    await page.getByRole('button', { name: 'Months' }).tap();
    await expect(month(page, 'March 2026')).toBeVisible();
    await page.getByRole('button', { name: 'More export, print and offline' }).tap();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
    // a field can be tapped anywhere in its frame, a title anywhere on its card
    const targets = page.locator('main :is(button, a, select, input):not(:is(thead, th) *)');
    const low = () =>
      targets.evaluateAll((all) =>
        all
          // the list may have replaced one since it was looked up
          .filter((one) => one.isConnected)
          .filter((one) => {
            const pressed = one.matches('select, input') ? one.parentElement : one;
            return (pressed?.getBoundingClientRect().height ?? 0) < 44;
          })
          .map((one) => one.outerHTML),
      );
    expect(await low()).toEqual([]);
    expect(await targets.count()).toBeGreaterThan(10);
    await month(page, 'March 2026').check();
    await expect(counted(page, /^7 of/)).toBeVisible();
    await expectWellMade(page);
    await cards.first().getByRole('rowheader').tap();
    await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible();
  });
});
