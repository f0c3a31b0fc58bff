import type { Locator, Page } from '@playwright/test';

/** Draws a wave across the middle of the box with the mouse. */
export async function sign(page: Page, box: Locator): Promise<void> {
  await box.scrollIntoViewIfNeeded();
  const frame = await box.boundingBox();
  if (!frame) throw new Error('There is no box to sign in');
  const point = (step: number) =>
    [frame.x + frame.width * (0.1 + step * 0.04), frame.y + frame.height * (0.5 + 0.3 * Math.sin(step))] as const;
  await page.mouse.move(...point(0));
  await page.mouse.down();
  for (let step = 1; step <= 20; step += 1) await page.mouse.move(...point(step));
  await page.mouse.up();
}
