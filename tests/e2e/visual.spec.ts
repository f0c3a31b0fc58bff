import { expect } from '@playwright/test';
import { countMoves, restless } from './moves.ts';
import { mainScreens, show } from './screens.ts';
import { steady } from './steady.ts';
import { test } from './support.ts';

/** What each main screen looked like when somebody last looked at it and found it good. */
const windows = [
  { name: 'on a desk', size: { width: 1280, height: 800 }, looks: { desk: 'light', dark: 'dark' } },
  { name: 'on a phone', size: { width: 360, height: 740 }, looks: { phone: 'light' } },
] as const;

// the Chinese font is the test's own
test.use({ bypassCSP: true });

for (const { name, size, looks } of windows)
  for (const role of ['client', 'admin'] as const)
    test(`the main screens of a${role === 'admin' ? 'n admin' : ' client'} look as they did ${name}`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await steady(page);
      await countMoves(page);
      const screens = mainScreens.filter(({ key }) => (key === 'admin') === (role === 'admin'));
      // those who are logged in do not see the login
      for (const screen of screens.toSorted(
        (one, other) => Number(one.key !== undefined) - Number(other.key !== undefined),
      ))
        await test.step(screen.name, async () => {
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
          await show(page, screen);
          expect.soft(await page.evaluate(() => window.moved), 'moves while it comes').toBeLessThan(restless);
          // a screen follows the colours while it is open: it need not be loaded for each of them
          for (const [look, colorScheme] of Object.entries(looks)) {
            await page.emulateMedia({ colorScheme });
            await expect.soft(page).toHaveScreenshot(`${screen.name} ${look}.png`.replaceAll(' ', '-'));
          }
        });
    });
