import { expect, type Page } from '@playwright/test';
import { siteYear } from '../../src/records/time.ts';
import { layoutFaults, photosOn } from '../support/layout-faults.ts';
import { testJpeg } from '../support/test-jpeg.ts';
import { savedBy, servePhotos, textOf, type SavedReport } from './report-support.ts';
import { addSite } from './sites.ts';
import { keys, logIn, test } from './support.ts';

declare global {
  interface Window {
    /** The element that had the focus before, and how it looked with the focus. */
    focusLeft?: { element: Element; look: string };
  }
}

test.use({ expectedProblem: /A photo could not be loaded/u });

test('a client goes from the login through all screens to the logout by keyboard alone', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await tabTo(page, 'Secret Key');
  await page.keyboard.type(keys.selasih);
  // the welcome continues automatically, maybe before a slow machine has found its button
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/welcome$/);
  await press(page, 'Continue');
  await page.clock.resume();
  await expect(page.getByText('System Online')).toBeVisible();

  await press(page, 'Service History');
  const visit = page.getByRole('table', { name: 'Tasks' }).getByRole('rowheader').locator('a, button').first();
  const title = ((await visit.textContent()) ?? '').trim();
  await press(page, title);
  await expect(page.getByRole('dialog', { name: 'Visit details' })).toBeVisible();
  await closeByEscape(page, title);

  await page.goto('/maintenance?year=2026');
  await expect(page.getByRole('article').first()).toBeVisible();
  await press(page, 'Skip to content');
  await tabTo(page, 'Month');
  for (const month of ['january', 'february', 'mar']) {
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(new RegExp(`month=${month}$`, 'u'));
  }
  await expect(page.getByRole('button', { name: /^View Photos/u }).first()).toBeVisible();
  await press(page, 'View Photos');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog').getByText(/^2 \/ /u)).toBeVisible();
  await closeByEscape(page, 'View Photos');
  await press(page, 'More');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Link without a login' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();

  await press(page, 'Stats', 'Shift+Tab');
  await expect(page.getByRole('heading', { level: 1, name: 'Car Post Failure Analytics', exact: true })).toBeVisible();
  await tabTo(page, 'Compare with');
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/compare=\d{4}/u);

  await press(page, 'Guide', 'Shift+Tab');
  const guide = page.getByRole('main').getByRole('listitem').locator('a, button').first();
  const name = ((await guide.textContent()) ?? '').trim();
  await press(page, name);
  await expect(page.getByRole('dialog')).toBeVisible();
  await closeByEscape(page, name);
  await logOut(page);
});

test('a client takes the report of a year by keyboard alone', async ({ page }) => {
  await logIn(page, keys.selasih);
  await expect(page.getByLabel('Year', { exact: true })).toBeVisible();
  await tabTo(page, 'Year');
  await page.keyboard.type('2025');
  // the first photo that the report loads is missing, so the next photo of its visit takes its place
  let requestCount = 0;
  await servePhotos(page, (route) => {
    requestCount += 1;
    return requestCount === 1
      ? route.fulfill({ status: 404, json: { message: 'Object not found' } })
      : route.continue();
  });
  await expectYearReport(await savedBy(page, () => press(page, 'Year report')));
});

test('an admin files a visit with a photo, corrects it and issues a key by keyboard alone', async ({ page }) => {
  const site = `By Keyboard ${Date.now()}`;
  await addSite(page, site, { status: true, tasks2024: [] });
  await page.goto('/');
  await tabTo(page, 'Secret Key');
  await page.keyboard.type(keys.admin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();

  await press(page, 'Overview');
  await expect(page.getByRole('link', { name: site, exact: true })).toBeVisible();
  await tabTo(page, 'Search by name, address or person');
  await page.keyboard.type(site);
  await expect(page.getByRole('row')).toHaveCount(2);
  await press(page, 'Add a visit');

  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(site);
  await tabTo(page, 'Title');
  await page.keyboard.type('Repair by keys');
  await tabTo(page, 'Task text');
  await page.keyboard.type('Arm bolts re-torqued.');
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Add photos');
  await (
    await chooser
  ).setFiles({ name: 'gate.jpg', mimeType: 'image/jpeg', buffer: testJpeg({ width: 640, height: 480 }) });
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
  await press(page, 'Add Task');
  await press(page, 'Update');
  await expect(page).toHaveURL(/\/maintenance\?.*task=1$/u);
  await expect(page.getByRole('article').filter({ hasText: 'Repair by keys' })).toContainText('View Photos (1)');

  await press(page, 'Admin', 'Shift+Tab');
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
  await press(page, 'Need Correction?');
  await tabTo(page, 'Name');
  await page.keyboard.type(site);
  await tabTo(page, 'Year');
  const today = new Date();
  await page.keyboard.type(String(siteYear(today)));
  await tabTo(page, 'Month');
  await page.keyboard.type(today.toLocaleString('en', { month: 'long', timeZone: 'Asia/Singapore' }));
  await press(page, 'Apply');
  await expect(page.getByRole('listitem', { name: 'Repair by keys' })).toBeVisible();
  await press(page, 'Edit');
  await expect(page.getByRole('dialog', { name: 'Need Correction?' })).toBeVisible();
  await tabTo(page, 'Title');
  await page.keyboard.press('End');
  await page.keyboard.type(' alone');
  await press(page, 'Save');
  await expect(page.getByRole('listitem', { name: 'Repair by keys alone' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await press(page, 'Access keys', 'Shift+Tab');
  await expect(page.getByRole('table')).toBeVisible();
  await press(page, 'Issue a key');
  await tabTo(page, 'Site');
  await page.keyboard.type(site);
  await page.keyboard.press('Enter');
  await tabTo(page, 'Label');
  await page.keyboard.type('Keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'The new key for Keyboard' })).toBeVisible();
  await press(page, 'Close');
  await press(page, 'Close without copying');
  await expect(page.getByRole('button', { name: 'Issue a key' })).toBeFocused();

  await press(page, 'Change log', 'Shift+Tab');
  await expect(page.getByRole('heading', { level: 1, name: 'Change Log' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Before and after/u }).first()).toBeVisible();
  await press(page, 'Before and after');
  await expect(page.getByRole('button', { name: /^Before and after/u, expanded: true })).toBeFocused();
  await logOut(page);
});

/** Checks the report of 2025: the score, the failures, and every visit with its photos. */
async function expectYearReport({ name, read }: SavedReport): Promise<void> {
  expect(name).toBe('Selasih-Park_Year-Report_2025.pdf');
  expect(layoutFaults(read, 'Year Report')).toEqual([]);
  expect(read.info.title).toBe('Year Report 2025, Residensi Selasih Park');
  const text = textOf(read);
  expect(text).toContain('44 visits in 2025');
  expect(text).toMatch(/Failures by type .*RFID Reader Not Reading 21 15 6 21 −1\*/u);
  expect(text).toContain('Worst post');
  expect(text).toContain('31 December 2026');
  // 39 of the 44 visits have photos, and the report shows two of each
  const photos = read.pages.map((element) => photosOn(element).length);
  expect([photos[0], photos.reduce((sum, count) => sum + count, 0)]).toEqual([0, 78]);
  expect(text.match(/2 of \d photos; 1 could not be loaded/gu)).toHaveLength(1);
}

async function logOut(page: Page): Promise<void> {
  await press(page, 'End Session', 'Shift+Tab');
  await press(page, 'Yes');
  await expect(page.getByLabel('Secret Key')).toBeVisible();
}

/** Closes the dialog, and expects the focus on the element that opened it. */
async function closeByEscape(page: Page, opener: string): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(
    (await lookAtFocus(page)).names.some((name) => name.startsWith(opener)),
    opener,
  ).toBe(true);
}

async function press(page: Page, words: string, key?: 'Shift+Tab'): Promise<void> {
  await tabTo(page, words, key);
  await page.keyboard.press('Enter');
}

/**
 * Presses Tab until the name of the focused element starts with these words, as somebody without a mouse does. Every element on
 * the way must be in view, not covered, and look different with the focus. It starts when the screen has its records, because
 * they move what is below them out of view.
 */
async function tabTo(page: Page, words: string, key = 'Tab'): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (let presses = 0; presses < 150; presses += 1) {
    const { names, problems } = await lookAtFocus(page);
    expect(problems, `on the way to "${words}"`).toEqual([]);
    if (names.some((name) => name.startsWith(words))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`"${words}" was not reached with ${key}`);
}

/** Returns the names of the focused element, and the defects of its look or of the look of the element before. */
const lookAtFocus = (page: Page) =>
  page.evaluate(() => {
    /* oxlint-disable unicorn/consistent-function-scoping -- runs in the page, without the rest of this file */
    const lookOf = (element: Element) =>
      [element, element.parentElement, element.parentElement?.parentElement]
        .flatMap((part) => (part ? [getComputedStyle(part), getComputedStyle(part, '::after')] : []))
        .map((style) => [style.outline, style.boxShadow, style.border, style.background, style.color].join(' '))
        .join();
    const describe = (element: Element) => element.outerHTML.slice(0, 160);
    /* oxlint-enable unicorn/consistent-function-scoping */
    const focusedElement = document.activeElement;
    const before = window.focusLeft;
    delete window.focusLeft;
    const problems: string[] = [];
    if (before?.element.isConnected && before.element !== focusedElement && lookOf(before.element) === before.look)
      problems.push(`the focus does not show: ${describe(before.element)}`);
    if (!(focusedElement instanceof HTMLElement) || focusedElement === document.body) return { names: [], problems };
    const labels =
      'labels' in focusedElement && focusedElement.labels instanceof NodeList ? Array.from(focusedElement.labels) : [];
    // an invisible field is inside a label that is shown instead
    const visibleElement = focusedElement.matches('input[type=file], input[type=radio], input[type=checkbox]')
      ? (focusedElement.closest('label') ?? focusedElement)
      : focusedElement;
    const [box] = visibleElement.getClientRects();
    if (focusedElement.tagName !== 'MAIN') {
      // the browser itself marks the focused part of a date, inside the field
      if (!focusedElement.matches('[type=date], [type=time]'))
        window.focusLeft = { element: focusedElement, look: lookOf(focusedElement) };
      const [left, top] = [Math.max(box?.left ?? 0, 0), Math.max(box?.top ?? 0, 0)];
      const [right, bottom] = [Math.min(box?.right ?? 0, innerWidth), Math.min(box?.bottom ?? 0, innerHeight)];
      const points = [0.5, 0.1, 0.9].map(
        (part) => [left + (right - left) * part, top + (bottom - top) * part] as const,
      );
      const elementsAtPoints = points.map(([x, y]) => document.elementFromPoint(x, y));
      if (right <= left || bottom <= top) problems.push(`not in view: ${describe(focusedElement)}`);
      else if (
        !elementsAtPoints.some(
          (element) => element && (visibleElement.contains(element) || element === visibleElement.parentElement),
        )
      )
        problems.push(
          `covered by ${elementsAtPoints[0] ? describe(elementsAtPoints[0]) : 'nothing'}: ${describe(focusedElement)}`,
        );
    }
    const names = [
      focusedElement.getAttribute('aria-label'),
      focusedElement.textContent,
      ...labels.map((element) => element.textContent),
    ];
    return { names: names.flatMap((name) => (name?.trim() ? [name.trim()] : [])), problems };
  });
