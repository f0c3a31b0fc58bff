import { join } from 'node:path';
import { mainScreens, otherScreens, show, steady } from '../e2e/screens.ts';
import { test } from '../e2e/support.ts';
import { albumFolder, looks, pictureName } from './looks.ts';

test.use({ bypassCSP: true });

for (const screen of [...mainScreens, ...otherScreens])
  test(screen.name, async ({ page }) => {
    await steady(page);
    for (const { look, width, height, colorScheme } of looks) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await show(page, screen);
      await page.screenshot({
        path: join(albumFolder, `${pictureName(screen.name, look)}.png`),
        fullPage: screen.open === undefined,
      });
    }
    // what covers a screen is not printed
    if (screen.open) return;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.pdf({ path: join(albumFolder, `${pictureName(screen.name, 'paper')}.pdf`), preferCSSPageSize: true });
  });
