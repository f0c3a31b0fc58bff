import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { misfits } from './fits.ts';

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

declare global {
  interface Window {
    axe: { run: (context: object, options: object) => Promise<Results>; configure: (spec: object) => void };
  }
}

/** The minified axe that its package for Playwright includes. It is sent to every page that is checked. */
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Rules that depend only on colours. They take most of axe's time, so every look is checked only once. */
const colourRules = [
  { id: 'color-contrast', selector: '[data-new-look], [data-new-look] *' },
  { id: 'link-in-text-block', selector: 'a[href][data-new-look], [data-new-look] a[href], [role=link]' },
];
const kinds = {
  colours: { type: 'rule', values: colourRules.map(({ id }) => id) },
  everything: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};

/**
 * People who control their computer by voice say what they see. Axe calls this rule experimental, so it is not in the sets above.
 */
const extraRules = { 'label-content-name-mismatch': { enabled: true } };

const desk = 1280;
const phone = 360;
/** A window of this height (px) shows every screen completely, except the long lists. */
const tallest = 6_000;
/** Only this height (px) of a longer list is checked, because its other rows look the same. */
const checkedHeight = 2_000;

/** Waits for transitions and animations that end, because colours in the middle of one belong to no theme. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // listeners for the width and the theme are called in the next frame
    await new Promise(requestAnimationFrame);
    const endingAnimations = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(endingAnimations.map(({ finished }) => finished));
  });
}

/** The pixels by which the page, or a dialog on it, is too wide. */
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

/** Skips a resize that changes nothing, because each resize redraws the whole page. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
}

/** Checks that nothing is wider than a window of this width and that nothing is cut off, at the latest after `timeout` ms. */
async function expectFit(page: Page, width: number, timeout = 5_000): Promise<void> {
  await resize(page, { width, height: 800 });
  await expect.poll(() => excess(page), `too wide at ${width} px`).toBeLessThanOrEqual(0);
  await expect.poll(() => misfits(page), { message: `at ${width} px`, intervals: [50, 200], timeout }).toEqual([]);
}

/**
 * Checks that a screen fits on a phone whose owner has doubled the text size in the settings of the browser, which also moves the
 * widths at which the layout changes.
 */
async function expectFitWithLargeText(page: Page, timeout?: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await expectFit(page, 390, timeout);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await devtools.detach();
}

/** Checks that a screen fits on small and on large phones, on a phone with large text, and on a desktop. */
export async function expectFitEverywhere(page: Page, timeout?: number): Promise<void> {
  const before = page.viewportSize();
  for (const width of [320, 390]) await expectFit(page, width, timeout);
  await expectFitWithLargeText(page, timeout);
  await expectFit(page, desk, timeout);
  if (before) await resize(page, before);
}

/** In characters. With longer lines, readers lose the start of the next line. */
const maxLineLength = 100;

/** The beginnings of the texts that have longer lines at the current width. */
const longLines = (page: Page) =>
  page.evaluate((limit) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const beginnings: string[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.replaceAll(/\s+/gu, ' ') ?? '';
      if (text.length <= limit) continue;
      range.selectNodeContents(node);
      const widths = Array.from(range.getClientRects(), ({ width }) => width);
      // text that is cut off does not count
      let room = Infinity;
      for (let box = node.parentElement; box; box = box.parentElement) {
        const { display, overflowX } = getComputedStyle(box);
        const holds = display !== 'inline' && (room === Infinity || overflowX === 'hidden' || overflowX === 'clip');
        if (holds) room = Math.min(room, box.getBoundingClientRect().width);
      }
      const share = Math.min(room, Math.max(...widths)) / widths.reduce((all, width) => all + width, 0);
      if (share * text.length > limit) beginnings.push(text.slice(0, 60));
    }
    return beginnings;
  }, maxLineLength);

/** Doubles the size of all text and nothing else, as browsers do when a user zooms only text. */
async function expectRoomForLargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sizes = Array.from(document.body.querySelectorAll<HTMLElement>('*'), (element) => ({
      style: element.style,
      size: parseFloat(getComputedStyle(element).fontSize),
    }));
    for (const { style, size } of sizes) style?.setProperty('font-size', `${2 * size}px`, 'important');
  });
  await expect.poll(() => excess(page), 'too wide with text at 200 %').toBeLessThanOrEqual(0);
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) element.style?.removeProperty('font-size');
  });
}

type Theme = 'light' | 'dark';

/** The looks that this worker has already checked, by theme, on any screen. */
const checkedLooks: Record<Theme, Set<string>> = { light: new Set(), dark: new Set() };

/**
 * Finds the looks that are not among `knownLooks`, and marks the first element with text of each. Returns the new looks. A look
 * is the element's place in its component (the classes down to it) and all that its contrast depends on: an element with the same
 * look is just as readable on another screen, in the next line of a list and at another width.
 */
const markNewLooks = (page: Page, knownLooks: ReadonlySet<string>) =>
  page.evaluate(
    (knownNames) => {
      const seenNames = new Set(knownNames.split(' '));
      const newNames: string[] = [];
      const grounds = new Map<Element | null, string>([[null, '']]);
      const groundOf = (element: Element | null): string => {
        const knownGround = grounds.get(element);
        if (knownGround !== undefined || element === null) return knownGround ?? '';
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
        const ground = `${groundOf(element.parentElement)} ${element.tagName}.${element.className} ${backgroundColor} ${backgroundImage} ${opacity}`;
        grounds.set(element, ground);
        return ground;
      };
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, without the rest of this file
      const isCutAway = (element: Element): boolean => {
        const box = element.getBoundingClientRect();
        for (let outer = element.parentElement; outer; outer = outer.parentElement) {
          const edge = outer.getBoundingClientRect();
          const isBeyond = box.top >= edge.bottom - 1 || box.bottom <= edge.top + 1 || box.left >= edge.right - 1;
          if (isBeyond && /hidden|clip/u.test(getComputedStyle(outer).overflow)) return true;
        }
        return false;
      };
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        element.removeAttribute('data-new-look');
        const hasText =
          element.matches('input, select, textarea') ||
          Array.from(element.childNodes).some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
        const isShown = () =>
          element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
        if (!hasText || !isShown()) continue;
        const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
        // large text needs less contrast: from 18 points, or from 14 points if bold
        const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
        const look = `${color} ${isLarge} ${textDecorationLine} ${element.matches(':disabled')} ${groundOf(element)}`;
        let hash = 0;
        for (let index = 0; index < look.length; index++) hash = (Math.imul(hash, 31) + look.charCodeAt(index)) | 0;
        const name = hash.toString(36);
        // text that is cut off is not seen
        if (seenNames.has(name) || isCutAway(element)) continue;
        seenNames.add(name);
        newNames.push(name);
        element.setAttribute('data-new-look', '');
      }
      return newNames;
    },
    // as one string, because each element of an array would be serialized separately
    [...knownLooks].join(' '),
  );

/** Elements with a new look that are outside an open dialog. */
const besideDialog = '[data-new-look]:not(dialog[open] *)';

/** What axe finds in a part of the page: for colours only on marked elements, for everything else on all elements. */
async function axeViolations(page: Page, kind: keyof typeof kinds, within: 'html' | 'dialog[open]'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
    await page.evaluate((rules) => window.axe.configure({ rules }), colourRules);
  }
  return page.evaluate(
    async ({ runOnly, rules, scope }) => {
      const { violations } = await window.axe.run(
        // a frame contains the browser's own PDF viewer
        { include: [[scope]], exclude: [['iframe']] },
        { runOnly, rules, resultTypes: ['violations'], iframes: false },
      );
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    { runOnly: kinds[kind], rules: kind === 'everything' ? extraRules : {}, scope: within },
  );
}

/**
 * Checks the page as it is: axe finds nothing, on a desktop and on a phone, light and dark. No line is too long to read. Nothing
 * is cut off or wider than the window, down to 320 px, at 640 px (a desktop's 1280 px at a zoom of 200 %), with only the text at
 * 200 %, and on a phone with large text. An open dialog is checked alone, because everything behind it is inert, which axe does
 * not know.
 */
export async function expectWellMade(page: Page): Promise<void> {
  const before = page.viewportSize();
  const part = (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'html';

  /** Checks the page in one theme. Returns whether a look was new. */
  const judge = async (colorScheme: Theme, kind: keyof typeof kinds) => {
    const looks = await markNewLooks(page, checkedLooks[colorScheme]);
    for (const look of looks) checkedLooks[colorScheme].add(look);
    const violations: string[] = [];
    if (kind === 'everything') violations.push(...(await axeViolations(page, kind, part)));
    // a dialog is checked alone, but a new look behind it might not appear on any other screen
    if (looks.length > 0 && (kind === 'colours' || (part !== 'html' && (await page.locator(besideDialog).count()) > 0)))
      violations.push(...(await axeViolations(page, 'colours', 'html')));
    expect(violations, `${page.viewportSize()?.width} px, ${colorScheme}`).toEqual([]);
    return looks.length > 0;
  };
  const showAtWidth = async (width: number) => {
    await expectFit(page, width);
    if (width === desk) {
      expect(await longLines(page), `lines of more than ${maxLineLength} characters`).toEqual([]);
      await expectRoomForLargeText(page);
    }
    // the whole page is in view, because axe would find targets too small that a sticky bar covers
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const shownHeight = height <= tallest ? Math.max(height, 800) : checkedHeight;
    if (part === 'html') await resize(page, { width, height: shownHeight });
    await settle(page);
  };
  const setTheme = async (colorScheme: Theme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
  };

  // each change of the width or the theme redraws the whole page, so there are as few as possible
  let theme: Theme = 'light';
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await showAtWidth(desk);
  for (const width of [desk, phone]) {
    if (width === phone) await showAtWidth(phone);
    // a look that is known in one theme has been checked in the other too
    if (!(await judge(theme, 'everything'))) continue;
    theme = theme === 'light' ? 'dark' : 'light';
    await setTheme(theme);
    await judge(theme, 'colours');
  }
  for (const width of [320, desk / 2, 390]) await expectFit(page, width);
  await expectFitWithLargeText(page);
  if (before) await resize(page, before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
