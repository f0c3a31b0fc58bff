import type { Locator, Page } from '@playwright/test';

/** Draws a wave across the middle of the box with the mouse. */
export async function sign(page: Page, box: Locator): Promise<void> {
  await box.scrollIntoViewIfNeeded();
  const at = await box.boundingBox();
  if (!at) throw new Error('There is no box to sign in');
  const point = (step: number) =>
    [at.x + at.width * (0.1 + step * 0.04), at.y + at.height * (0.5 + 0.3 * Math.sin(step))] as const;
  await page.mouse.move(...point(0));
  await page.mouse.down();
  for (let step = 1; step <= 20; step += 1) await page.mouse.move(...point(step));
  await page.mouse.up();
}
