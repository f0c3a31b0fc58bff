import { expect } from '@playwright/test';
import { keys, logIn, test } from './support.ts';

test('the bar folds into a menu that leads on and closes', async ({ page }) => {
  await logIn(page, keys.selasih);
  const menu = page.getByRole('button', { name: 'Menu' });
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Service History' })).toBeHidden();
  await menu.click();
  await page.getByRole('navigation').getByRole('link', { name: 'Guide' }).click();
  await expect(page).toHaveURL(/\/guide$/);
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
});

test('a PDF is drawn page by page, since phones show none in a frame', async ({ page }) => {
  await logIn(page, keys.selasih);
  await page.goto('/maintenance?year=2026&month=mar');
  await page.getByRole('button', { name: 'Preview PDF' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('iframe')).toHaveCount(0);
  await expect(dialog.locator('canvas').first()).toBeVisible();
  const drawn = await dialog
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return new Set(pixels).size;
    });
  expect(drawn).toBeGreaterThan(10);
  await expect(dialog.getByText('1 / 2', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Download PDF' })).toBeVisible();
});

test('the photos are swiped', async ({ page }) => {
  await logIn(page, keys.selasih);
  await page.goto('/maintenance?year=2026&month=mar');
  const open = page.getByRole('button', { name: /^View Photos/ }).first();
  const total = Number(/\d+/.exec((await open.textContent()) ?? '')?.[0]);
  await open.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`1 / ${total}`)).toBeVisible();
  const box = await dialog.getByRole('img', { name: /^Photo 1 of/ }).boundingBox();
  if (!box) throw new Error('The photo is not on the screen');
  const touch = await page.context().newCDPSession(page);
  const y = box.y + box.height / 2;
  const from = box.x + box.width * 0.8;
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] });
  for (let step = 1; step <= 8; step += 1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from - step * 25, y }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(dialog.getByText(`2 / ${total}`)).toBeVisible();
});
