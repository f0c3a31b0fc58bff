import { join } from 'node:path';
import { mainScreens, otherScreens, show, steady } from '../e2e/screens.ts';
import { test } from '../e2e/support.ts';
import { albumFolder, looks, pictureName } from './looks.ts';

test.use({ bypassCSP: true });

for (const { look, width, height, colorScheme } of looks)
  for (const screen of [...mainScreens, ...otherScreens])
    test(`${screen.name}, ${look}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await steady(page);
      await show(page, screen);
      if (look === 'paper') await page.emulateMedia({ media: 'print' });
      await page.screenshot({
        path: join(albumFolder, pictureName(screen.name, look)),
        fullPage: screen.open === undefined,
      });
    });
