import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

declare global {
  interface Window {
    axe: { run: (context: object, options: object) => Promise<Results> };
    /** What `markNewColours` saw last. */
    seenColours?: WeakMap<Element, string>;
  }
}

/** The copy of axe that its package for Playwright brings, in its short form: sent to every page that is judged. */
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

const everything = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};
/** What depends on colours alone. */
const colour = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

const desk = 1280;
const phone = 360;

/** Waits for the transitions and animations that end by themselves: colours on their way are nobody's colours. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // a style that just changed starts its transitions with the next frame
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Pixels by which the page, or a dialog on it, is wider than its place. */
const excess = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth - innerWidth,
      ...Array.from(document.querySelectorAll('dialog[open]')).flatMap((dialog) => [
        dialog.scrollWidth - dialog.clientWidth,
        Math.ceil(dialog.getBoundingClientRect().right) - innerWidth,
        -Math.floor(dialog.getBoundingClientRect().left),
      ]),
    ),
  );

async function expectNothingWider(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await expect.poll(() => excess(page), `too wide at ${width} px`).toBeLessThanOrEqual(0);
}

/** Makes all text twice as large and leaves the rest as it is, as a browser does whose user zooms text alone. */
async function expectRoomForLargeText(page: Page): Promise<void> {
  await page.setViewportSize({ width: desk, height: 800 });
  await page.evaluate(() => {
    const sizes = Array.from(document.body.querySelectorAll<HTMLElement>('*'), (one) => ({
      style: one.style,
      size: parseFloat(getComputedStyle(one).fontSize),
    }));
    for (const { style, size } of sizes) style?.setProperty('font-size', `${2 * size}px`, 'important');
  });
  await expect.poll(() => excess(page), 'too wide with text at 200 %').toBeLessThanOrEqual(0);
  await page.evaluate(() => {
    for (const one of document.body.querySelectorAll<HTMLElement>('*')) one.style?.removeProperty('font-size');
  });
}

/**
 * Marks the elements with text whose colours are others than when this was asked before, or that were not there: one
 * theme has the same tokens at every width, so that only these are judged again. Answers how many there are.
 */
const markNewColours = (page: Page) =>
  page.evaluate(() => {
    const before = window.seenColours ?? new WeakMap<Element, string>();
    const now = new WeakMap<Element, string>();
    const grounds = new Map<Element | null, string>([[null, '']]);
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page knows nothing of this file
    const groundOf = (one: Element | null): string => {
      const known = grounds.get(one);
      if (known !== undefined || one === null) return known ?? '';
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
      const ground = `${groundOf(one.parentElement)} ${backgroundColor} ${backgroundImage} ${opacity}`;
      grounds.set(one, ground);
      return ground;
    };
    let marked = 0;
    for (const one of document.body.querySelectorAll<HTMLElement>('*')) {
      const style = getComputedStyle(one);
      const shown = one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
      const look = shown ? `${style.color} ${style.fontSize} ${style.fontWeight} ${groundOf(one)}` : '';
      now.set(one, look);
      const hasText =
        one.matches('input, select, textarea') ||
        Array.from(one.childNodes).some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const isNew = shown && hasText && before.get(one) !== look;
      one.toggleAttribute('data-new-colours', isNew);
      marked += Number(isNew);
    }
    window.seenColours = now;
    return marked;
  });

/** What axe has to say, in the open dialog, on the marked elements or on the whole page. */
async function faults(page: Page, options: object, within: 'page' | 'dialog[open]' | '[data-new-colours]') {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    ({ options: wanted, within: place }): Promise<Results> => {
      // a frame holds the browser's own PDF viewer
      const context = { include: [[place === 'page' ? 'html' : place]], exclude: [['iframe']] };
      return window.axe.run(context, { ...wanted, resultTypes: ['violations'], iframes: false });
    },
    { options, within },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * Looks at the page as it stands: axe has nothing to say, on a desk and on a phone, light and dark. Nothing is wider than
 * the window, down to 320 px, at 640 px (a desk's 1280 px at a zoom of 200 %), and with text alone at 200 %.
 * An open dialog is looked at alone, because what lies under it is inert, which axe does not know.
 */
export async function expectWellMade(page: Page): Promise<void> {
  const before = page.viewportSize();
  const place = (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'page';

  const judge = async (width: number, colorScheme: 'light' | 'dark', what: 'everything' | 'new colours') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNothingWider(page, width);
    // all of it in view: what a bar that sticks happens to cover now is not too small
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (place === 'page') await page.setViewportSize({ width, height: Math.min(Math.max(height, 800), 8_000) });
    await settle(page);
    const marked = await markNewColours(page);
    if (what === 'new colours' && marked === 0) return;
    const found = await (what === 'everything'
      ? faults(page, everything, place)
      : faults(page, colour, '[data-new-colours]'));
    expect(found, `${width} px, ${colorScheme}`).toEqual([]);
  };

  await judge(desk, 'light', 'everything');
  await judge(phone, 'light', 'new colours');
  await judge(phone, 'dark', 'everything');
  await judge(desk, 'dark', 'new colours');
  await expectRoomForLargeText(page);
  for (const width of [desk / 2, 320]) await expectNothingWider(page, width);
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
