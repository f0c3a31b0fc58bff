import { expect } from '@playwright/test';
import { sumLayoutShifts, goodLayoutShift } from './page-metrics.ts';
import { expectRest, mainScreens, show } from './screens.ts';
import { steady } from './steady.ts';
import { test } from './support.ts';
import { expectWellMade } from './well-made.ts';

/** Each main screen is compared with the last approved picture, and checked as it is. */
const looks = [
  { look: 'desk', size: { width: 1280, height: 800 }, colorScheme: 'light' },
  { look: 'dark', size: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { look: 'phone', size: { width: 360, height: 740 }, colorScheme: 'light' },
] as const;

// the test adds the Chinese font
test.use({ bypassCSP: true });

for (const role of ['client', 'admin'] as const)
  test(`the main screens of a${role === 'admin' ? 'n admin' : ' client'} look as they did, and are well made`, async ({
    page,
  }) => {
    test.slow();
    await steady(page);
    await sumLayoutShifts(page);
    const screens = mainScreens.filter(({ key }) => (key === 'admin') === (role === 'admin'));
    // the login first, because a person who is logged in cannot see it
    for (const screen of screens.toSorted((a, b) => Number(a.key !== undefined) - Number(b.key !== undefined)))
      await test.step(screen.name, async () => {
        await page.setViewportSize(looks[0].size);
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await show(page, screen);
        expect
          .soft(await page.evaluate(() => window.layoutShift), 'moves while it comes')
          .toBeLessThan(goodLayoutShift);
        // an open screen adapts to the window and the theme, so it need not be loaded for each look
        for (const { look, size, colorScheme } of looks) {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme });
          await expectRest(page);
          await expect.soft(page).toHaveScreenshot(`${screen.name} ${look}.png`.replaceAll(' ', '-'));
        }
        await expectWellMade(page);
      });
  });
