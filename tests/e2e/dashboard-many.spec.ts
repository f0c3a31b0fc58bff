import { expect, type Page } from '@playwright/test';
import { measureCpuTime } from './page-metrics.ts';
import { serveTasks } from './service-history-support.ts';
import { keys, logIn, test } from './support.ts';

/** Counts the elements directly, because a query by role would read thousands of cards. */
const countCards = (page: Page) =>
  page.evaluate(() => ({
    cards: document.getElementsByTagName('article').length,
    drawn: [...document.getElementsByTagName('article')].filter((card) => card.querySelector('button')).length,
  }));
const expectCards = (page: Page, count: number) => expect.poll(async () => (await countCards(page)).cards).toBe(count);
const headingWith = (page: Page, words: string) => page.getByRole('heading', { level: 2 }).filter({ hasText: words });

/**
 * Searches as the search of a browser does, and its `find()`, which not every build has: looks through all texts with a position
 * on the page, selects what it finds and scrolls it into view.
 */
function findInPage(words: string): boolean {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const start = text.textContent?.indexOf(words) ?? -1;
    const range = document.createRange();
    range.selectNodeContents(text);
    if (start < 0 || !text.parentElement?.checkVisibility() || range.getClientRects().length === 0) continue;
    range.setStart(text, start);
    range.setEnd(text, start + words.length);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    text.parentElement.scrollIntoView({ block: 'center' });
    return true;
  }
  return false;
}

test('of a thousand tasks of a month only those in the window are drawn, the browser’s search finds all, and a filter answers at once', async ({
  page,
}) => {
  await serveTasks(page, 1_000);
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  await expect(headingWith(page, 'March 2026 1000 visits')).toBeVisible();
  await expectCards(page, 1_000);
  const isMiddleCardDrawn = () =>
    page.evaluate(() => {
      const card = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('article');
      return card ? card.querySelectorAll('button').length > 0 : null;
    });
  let highestCount = 0;
  for (const part of [0.2, 0.21, 0.9, 0.4]) {
    await page.evaluate((share) => scrollTo(0, share * document.documentElement.scrollHeight), part);
    await expect.poll(isMiddleCardDrawn).toBe(true);
    highestCount = Math.max(highestCount, (await countCards(page)).drawn);
  }
  // the chunks of ten cards that are near the window
  expect(highestCount).toBeLessThan(150);

  const last = page.locator('article').last();
  // the page may still grow below its end while the last cards are drawn
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(last.locator('button').first()).toBeInViewport({ timeout: 2_000 });
  }).toPass();
  await expect(last.locator('h3')).toHaveText('Visit 1');

  const card = page.locator('article', { hasText: 'Visit 587' });
  // cards above the match that are drawn for the first time may move it out of view again, so the search is repeated
  await expect(async () => {
    expect(await page.evaluate(findInPage, 'Visit 587')).toBe(true);
    await expect(card.locator('button').first()).toBeInViewport({ timeout: 2_000 });
  }).toPass();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Visit 587');

  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Maintenance Report');
  // the record was read before, so only the page is measured, up to its first card
  const stopMeasuring = await measureCpuTime(page);
  await page.evaluate(async () => {
    history.back();
    while (!document.querySelector('article')) await new Promise(requestAnimationFrame);
  });
  expect(await stopMeasuring()).toBeLessThan(400);
  await expectCards(page, 1_000);

  // in the same call, because the remaining cards may begin in the next frame
  const cardsAtOnce = await page.evaluate(async () => {
    const kind = [...document.querySelectorAll('select')].at(-1);
    if (!kind) throw new Error('no choice of a kind');
    kind.value = 'emergency';
    return new Promise<number>((resolve) => {
      new MutationObserver((_, watch) => {
        if (!document.querySelector('h2')?.textContent?.includes('500 visits')) return;
        watch.disconnect();
        resolve(document.getElementsByTagName('article').length);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
      kind.dispatchEvent(new Event('change', { bubbles: true }));
    });
  });
  // the old list is still complete, and the first cards of the new list are there; the others follow
  expect(cardsAtOnce).toBeGreaterThan(1_000);
  expect(cardsAtOnce).toBeLessThan(1_300);
  await expectCards(page, 500);
});
