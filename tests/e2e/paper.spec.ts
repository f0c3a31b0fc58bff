import { expect } from '@playwright/test';
import { readPdf } from '../support/read-pdf.ts';
import { mainScreens, show } from './screens.ts';
import { steady } from './steady.ts';
import { test, keys, logIn } from './support.ts';
import { knownFailureTypes } from '../../src/records/failure/failure-record.ts';

// one more sheet would have a single paragraph on it; the words are those that a narrow column would break
const printed = [
  { name: 'profile', sheets: 1, words: ['Printed on', 'Contract End Date', 'Project overview'] },
  { name: 'month', sheets: 2, words: ['24', 'March 2026 at 12:35'] },
  { name: 'overview', sheets: 1, words: ['Online', 'Offline', 'Visit overdue since 31 Oct 2026', 'Kingfisher Rise'] },
].map((one) => ({ ...one, screen: mainScreens.find(({ name }) => name === one.name) }));

test.describe('the main screens', () => {
  // the Chinese font is added by the test
  test.use({ bypassCSP: true });

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
});

test('on paper four posts of two years take three sheets, with charts drawn for the sheet', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, keys.selasih, '/charts?year=2026&compare=2025');
  await expect(page.getByRole('table', { name: /P4 Basement B1$/ })).toBeAttached();
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      const sizes = [...document.querySelectorAll<HTMLCanvasElement>('canvas[role=img]')];
      document.body.dataset['sizes'] = sizes.map(({ style }) => `${style.width} x ${style.height}`).join(', ');
    });
  });
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(sheets.match(/\/Type \/Page\b/g)).toHaveLength(3);
  await expect(page.locator('body')).toHaveAttribute(
    'data-sizes',
    ['320px x 210px', ...Array<string>(4).fill('700px x 210px')].join(', '),
  );
  // after printing, charts have the size for the screen again
  await expect
    .poll(() =>
      page
        .getByRole('img', { name: /^Failure Occurrences/ })
        .first()
        .evaluate((canvas) => canvas.clientWidth),
    )
    .toBeGreaterThan(1_000);
});

test('on paper the heat map of 17 types is all on the sheet, and no name of a type is broken', async ({ page }) => {
  const types = knownFailureTypes.map((type, place) => ({ type, entrance: place, exit: 100, year: 2024 }));
  const json = { 'P1 Main Gate': types, 'P2 Rear Gate': types };
  await page.route('**/rest/v1/carpost*', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify([{ json, revision: 1 }]) }),
  );
  await logIn(page, keys.selasih, '/charts');
  const region = page.getByRole('region', { name: 'Posts and failure types, 2024' });
  await expect(region.getByRole('row')).toHaveCount(4);
  await page.emulateMedia({ media: 'print' });
  // A4 without its margins
  await page.setViewportSize({ width: 703, height: 1000 });
  await expect(region.getByRole('columnheader')).toHaveCount(19);
  expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const total = await region.getByRole('cell', { name: '1,836', exact: true }).first().boundingBox();
  expect((total?.x ?? 703) + (total?.width ?? 0)).toBeLessThanOrEqual(703);
  // on paper a sticky cell would cover other columns
  await expect(region.getByRole('columnheader', { name: 'Total' })).toHaveCSS('position', 'static');
  await expect(region.getByRole('cell', { name: '1,836', exact: true }).first()).toHaveCSS('position', 'static');
  // no upright name is cut off
  const cut = await region
    .locator('thead span')
    .evaluateAll((names) =>
      names.filter((name) => name.scrollWidth > name.clientWidth + 1).map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
});
