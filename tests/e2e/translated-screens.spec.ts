import { expect } from '@playwright/test';
import { looseTexts } from '../support/loose-texts.ts';
import { allScreens } from './all-screens.ts';
import { show } from './screens.ts';
import { test } from './support.ts';

/** Screens per test and login: few enough for two workers to share them evenly. */
const together = 12;

for (const who of new Set(allScreens.map(({ key }) => key))) {
  const screens = allScreens.filter(({ key }) => key === who);
  for (let from = 0; from < screens.length; from += together)
    test(`screens live through a translation for ${who ?? 'nobody'}, from number ${from + 1}`, async ({ page }) => {
      // accepts the question whether to leave what an earlier screen has typed
      page.on('dialog', (question) => void question.accept());
      for (const screen of screens.slice(from, from + together))
        await test.step(screen.name, async () => {
          await show(page, screen, 'within');
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
          expect(await page.evaluate(looseTexts)).toEqual([]);
        });
    });
}
