import { expect } from '@playwright/test';
import { mainScreens, show, steady } from './screens.ts';
import { test } from './support.ts';

/** What each main screen looked like when somebody last looked at it and found it good. */
const looks = [
  { look: 'desk', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { look: 'phone', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { look: 'dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

// the Chinese font is the test's own
test.use({ bypassCSP: true });

for (const { look, viewport, colorScheme } of looks)
  for (const role of ['client', 'admin'] as const)
    test(`the main screens of a${role === 'admin' ? 'n admin' : ' client'} look as they did: ${look}`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await steady(page);
      const screens = mainScreens.filter(({ key }) => (key === 'admin') === (role === 'admin'));
      // those who are logged in do not see the login
      for (const screen of screens.toSorted(
        (one, other) => Number(one.key !== undefined) - Number(other.key !== undefined),
      ))
        await test.step(screen.name, async () => {
          await show(page, screen);
          await expect.soft(page).toHaveScreenshot(`${screen.name} ${look}.png`.replaceAll(' ', '-'));
        });
    });
