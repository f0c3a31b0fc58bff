import { join } from 'node:path';
import { allScreens } from '../e2e/all-screens.ts';
import { expectRest, show } from '../e2e/screens.ts';
import { steady } from '../e2e/steady.ts';
import { test } from '../e2e/support.ts';
import { albumFolder, looks, pictureName } from './looks.ts';

/** The greatest height of a picture, in pixels: a list of all years would be endless, and looks the same further down. */
const tallest = 4_000;

test.use({ bypassCSP: true });

for (const screen of allScreens)
  test(screen.name, async ({ page }) => {
    await steady(page);
    for (const { look, width, height, colorScheme } of looks) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await show(page, screen);
      // charts, photos and long lists are drawn only in the window, and bars stick to its bottom, so the window gets the height of the page
      const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
      if (screen.act === undefined && screen.calls !== 'silent' && pageHeight > height) {
        await page.setViewportSize({ width, height: Math.min(pageHeight, tallest) });
        await expectRest(page);
      }
      await page.screenshot({ path: join(albumFolder, `${pictureName(screen.name, look)}.png`) });
    }
    // a dialog over a screen is not printed
    if (screen.act) return;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.pdf({ path: join(albumFolder, `${pictureName(screen.name, 'paper')}.pdf`), preferCSSPageSize: true });
  });
