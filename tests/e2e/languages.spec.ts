import { expect } from '@playwright/test';
import { allScreens } from './all-screens.ts';
import { englishLeft, recordsOf } from './english-left.ts';
import { expectFit } from './fits.ts';
import { show } from './screens.ts';
import { test } from './support.ts';

const together = 10;

for (const language of ['ms', 'zh'] as const)
  test.describe(language, () => {
    test.use({ language });
    for (const who of new Set(allScreens.map(({ key }) => key))) {
      const screens = allScreens.filter(({ key }) => key === who);
      for (let from = 0; from < screens.length; from += together)
        test(`no screen has English words, for ${who ?? 'nobody'}, from number ${from + 1}`, async ({ page }) => {
          page.on('dialog', (question) => void question.accept());
          const records = await recordsOf(page);
          for (const screen of screens.slice(from, from + together))
            await test.step(screen.name, async () => {
              await show(page, screen, 'within');
              expect.soft(await englishLeft(page, language, records), screen.name).toEqual([]);
              await expectFit(page);
            });
        });
    }
  });
