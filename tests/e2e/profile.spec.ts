import { expect, type Page } from '@playwright/test';
import { keys, logIn, test } from './support.ts';

/** The demo ends in November 2026, when its third site is offline and has had no contract since August. */
const now = new Date('2026-11-22T10:00:00+08:00');

/** Checks that all of the hotline's number is visible, and that a press on it hits the link. */
async function expectHotline(page: Page): Promise<void> {
  const call = page.getByRole('banner').getByRole('link', { name: /^010-000 0009 \(hotline/u });
  await expect(call).toHaveAttribute('href', 'tel:0100000009');
  await expect(call).toBeInViewport({ ratio: 1 });
  // what does not fit is cut off below the link
  const [number, link] = [await call.getByText('010-000 0009').boundingBox(), await call.boundingBox()];
  expect(number?.y).toBeCloseTo(link?.y ?? Number.NaN);
  expect((number?.x ?? Infinity) + (number?.width ?? 0)).toBeLessThanOrEqual((link?.x ?? 0) + (link?.width ?? 0));
  await call.click({ trial: true });
  await page.getByRole('banner').getByRole('link', { name: 'Contact Support' }).click({ trial: true });
}

test('from the profile, the hotline, a month, the worst post and support are one click away', async ({ page }) => {
  await page.clock.setFixedTime(now);
  await logIn(page, keys.selasih);
  const plate = page.getByRole('region', { name: 'This year' });
  await expect(plate.getByText('11 of 11 monthly visits kept in 2026')).toBeVisible();

  // the hotline: one click
  await expectHotline(page);

  // a month with its report: one click
  await plate.getByRole('link', { name: 'Sep 6 visits (September 2026, kept)' }).click();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled();
  await page.goBack();

  // the worst post: one click
  const worstPost = plate.getByRole('link', { name: 'P1 Main Gate' }).and(page.locator('[href^="/charts"]'));
  await worstPost.click();
  await expect(page).toHaveURL(/\/charts\?year=2026&site=[^&]+#post-0$/);
  await expect(page.getByRole('heading', { level: 2, name: 'P1 Main Gate' })).toBeInViewport();
  await page.goBack();

  // support: one click
  const support = page.getByRole('link', { name: 'Contract ends in 39 days: ask for the renewal' });
  await expect(support).toHaveAttribute('target', '_blank');
  await expect(support).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=Residensi%20Selasih%20Park/);

  // a visit with its photos: one click
  await page
    .getByRole('region', { name: 'Latest activity' })
    .getByRole('link', { name: 'Power trip during storm, AVR bypassed and restored, P1' })
    .click();
  await expect(page.getByRole('dialog', { name: 'Visit details' })).toBeVisible();
});

test('the profile says what needs attention, two months of one agreed visit are one box, and nothing moves when the profile is loaded', async ({
  page,
}) => {
  const latch = new EventTarget();
  const released = new Promise((resolve) => latch.addEventListener('release', resolve, { once: true }));
  await page.route('**/rest/v1/maintables?select=*', async (route) => {
    await released;
    await route.continue();
  });
  await page.clock.setFixedTime(now);
  await logIn(page, keys.kayangan);
  await expect(page.getByText('Loading profile information...')).toBeVisible();
  const topOf = async (label: string) => (await page.getByText(label, { exact: true }).boundingBox())?.y ?? Number.NaN;
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.boundingBox();
  latch.dispatchEvent(new Event('release'));
  const plate = page.getByRole('region', { name: 'This year' });
  await expect(plate.getByText('4 of 4 visits kept until the contract ended on 31 August 2026')).toBeVisible();
  expect((await heading.boundingBox())?.y).toBe(before?.y);
  const concerns = page.getByRole('list', { name: 'Needs attention' }).getByRole('link');
  await expect(concerns).toHaveText([
    'System Offline: ask about it',
    'Contract expired 83 days ago: ask for the renewal',
  ]);
  await expect(plate.getByText('No contract since 31 August 2026')).toBeVisible();
  // a visit every two months is agreed: six boxes, all of the same width
  const boxes = plate.getByRole('list', { name: 'Months of 2026' }).getByRole('listitem');
  await expect(boxes).toHaveCount(6);
  // the year is in view without scrolling, on a phone too
  expect(await topOf('This year')).toBeLessThan(400);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(boxes.last()).toBeInViewport({ ratio: 1 });
  await expectHotline(page);
  const [first, last] = [await boxes.first().boundingBox(), await boxes.last().boundingBox()];
  expect(Math.round(last?.width ?? 0)).toBe(Math.round(first?.width ?? 1));
});
