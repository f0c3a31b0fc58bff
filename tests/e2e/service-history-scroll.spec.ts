import { expect } from '@playwright/test';
import { measureCpuTime } from './page-metrics.ts';
import { bodyRows, counted, openHistory, serveTasks, table } from './service-history-support.ts';
import { test } from './support.ts';

test('five thousand tasks are there at once, scroll to the last one and lose neither position nor focus', async ({
  page,
}) => {
  await serveTasks(page, 5_000);
  await openHistory(page);
  await expect(counted(page, '5000 visits')).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Service History');
  // the record was read before, so only the page is measured
  const stopMeasuring = await measureCpuTime(page);
  await page.evaluate(async () => {
    document.querySelector<HTMLAnchorElement>('a[href^="/data-fetcher"]')?.click();
    while (!document.querySelector('tbody tr[aria-rowindex="3"]')) await new Promise(requestAnimationFrame);
  });
  expect(await stopMeasuring()).toBeLessThan(1_000);
  await expect(table(page)).toHaveAttribute('aria-rowcount', '5002');
  await expect(bodyRows(page).first()).toContainText('Visit 5000');

  // a row that grows must not scroll the page back
  await page.mouse.wheel(0, 9_000);
  await expect(bodyRows(page).first()).not.toHaveAttribute('aria-rowindex', '3');
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          // the list has not noticed this scroll yet when it measures the row
          scrollTo(0, 0);
          document.querySelector<HTMLElement>('tbody tr[aria-rowindex]')?.style.setProperty('height', '300px');
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        });
      }),
  );
  expect(await page.evaluate(() => scrollY)).toBe(0);

  let highestCount = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(0, 9_000);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    highestCount = Math.max(highestCount, await bodyRows(page).count());
  }
  // a busy browser drops the scrolling of a key if the page is drawn again meanwhile
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(bodyRows(page).last()).toHaveAttribute('aria-rowindex', '5002', { timeout: 2_000 });
  }).toPass();
  await expect(bodyRows(page).last()).toBeInViewport();
  await expect(bodyRows(page).last().getByRole('rowheader')).toHaveText('Visit 1');
  expect(highestCount).toBeGreaterThan(0);
  expect(highestCount).toBeLessThan(80);

  // each row begins where the row above it ends
  for (const scrollTop of [4_000, 9_000, 2_500]) {
    await page.evaluate((top) => scrollTo(0, top), scrollTop);
    await expect
      .poll(() =>
        bodyRows(page).evaluateAll((rows) =>
          rows.some((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return top < innerHeight / 2 && bottom > innerHeight / 2;
          }),
        ),
      )
      .toBe(true);
    const jumps = await bodyRows(page).evaluateAll((all) => {
      // the list may have replaced a row since it was looked up
      const rows = all.filter((row) => row.isConnected);
      return rows.slice(1).filter((row, index) => {
        const above = rows[index]?.getBoundingClientRect().bottom ?? 0;
        return Math.abs(row.getBoundingClientRect().top - above) > 1;
      }).length;
    });
    expect(jumps).toBe(0);
  }

  // the focus stays in its row when the row scrolls out of view
  await page.evaluate(() => scrollTo(0, 0));
  const second = page.getByRole('button', { name: 'Visit 4999', exact: true });
  await second.focus();
  await page.mouse.move(400, 600);
  await page.mouse.wheel(0, 20_000);
  await expect(second).not.toBeInViewport();
  await expect(second).toBeFocused();

  // a new order is shown from its beginning
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await expect(bodyRows(page).first()).toBeInViewport();
  await expect(bodyRows(page).first().getByRole('rowheader')).toHaveText('Visit 1');
  await page.getByRole('searchbox').pressSequentially('visit 4999');
  await expect(counted(page, '1 of 5000 visits')).toBeVisible();
  await expect(bodyRows(page)).toHaveCount(1);
});
