import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The copy that AxeBuilder brings, in its short form: it is sent to every page that is judged, and read there. */
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** By day on a desk and by night on a phone: colours depend on the one, places on the other. */
const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;

/** Waits for the transitions and animations that end by themselves: colours on their way are nobody's colours. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // a style that just changed starts its transitions with the next frame
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

async function expectNothingWider(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `width at ${width} px`)
    .toBeLessThanOrEqual(width);
}

/** What axe has to say, in the open dialog or on the whole page. Its source is sent once, and not for each look. */
async function faults(page: Page, dialog: boolean): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const axe = new AxeBuilder({ page, axeSource: '0' })
    // of what passes it need not tell every element
    .options({ runOnly: { type: 'tag', values: levels }, resultTypes: ['violations'] })
    // without a blank page for each look, which is for frames of other origins
    .setLegacyMode();
  // a frame holds the browser's own PDF viewer
  if (dialog) axe.include('dialog[open]').exclude('iframe');
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * Looks at the page as it stands: axe has nothing to say, in neither look, and nothing is wider than the window, down to
 * 320 px.
 * An open dialog is looked at alone, because what lies under it is inert, which axe does not know.
 */
export async function expectWellMade(page: Page): Promise<void> {
  const before = page.viewportSize();
  const dialog = (await page.locator('dialog[open]').count()) > 0;
  for (const { width, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNothingWider(page, width);
    // all of it in view: what a bar that sticks happens to cover now is not too small
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (!dialog) await page.setViewportSize({ width, height: Math.min(Math.max(height, 800), 8_000) });
    await settle(page);
    expect(await faults(page, dialog), `${width} px, ${colorScheme}`).toEqual([]);
  }
  await expectNothingWider(page, 320);
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
