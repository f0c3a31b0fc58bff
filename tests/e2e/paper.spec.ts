import { expect } from '@playwright/test';
import { readPdf } from '../support/read-pdf.ts';
import { mainScreens, show } from './screens.ts';
import { steady } from './steady.ts';
import { test } from './support.ts';

// the Chinese font is added by the test
test.use({ bypassCSP: true });

// one more sheet would have a single paragraph on it; the words are those that a narrow column would break
const printed = [
  { name: 'profile', sheets: 1, words: ['Printed on', 'Contract End Date', 'Project overview'] },
  { name: 'month', sheets: 2, words: ['24', 'March 2026 at 12:35'] },
  { name: 'overview', sheets: 1, words: ['Online', 'Offline', 'Overdue since 31 Oct 2026', 'Kingfisher Rise'] },
].map((one) => ({ ...one, screen: mainScreens.find(({ name }) => name === one.name) }));

for (const key of ['selasih', 'admin'])
  test(`what ${key} prints takes no sheet too many, and no word is broken`, async ({ page }) => {
    await steady(page);
    for (const { name, sheets, words, screen } of printed) {
      if (!screen) throw new Error(`There is no screen ${name}`);
      if (screen.key !== key) continue;
      await show(page, screen, 'within');
      const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
      expect(pages.length, name).toBeLessThanOrEqual(sheets);
      for (const one of words) expect(pages[0]?.text).toContain(one);
    }
  });
