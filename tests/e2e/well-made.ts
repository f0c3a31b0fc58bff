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

/** The minified axe that its package for Playwright includes: it is sent to every page that is checked. */
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Rules that depend only on colours: they take most of axe's time, so every look is checked only once. */
const ofColours = [
  { id: 'color-contrast', selector: '[data-new-look], [data-new-look] *' },
  { id: 'link-in-text-block', selector: 'a[href][data-new-look], [data-new-look] a[href], [role=link]' },
];
const kinds = {
  colours: { type: 'rule', values: ofColours.map(({ id }) => id) },
  everything: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};

/** People who speak to their computer say what they see. Axe calls the rule experimental, so its tags are not among the above. */
const alsoEverything = { 'label-content-name-mismatch': { enabled: true } };

const desk = 1280;
const phone = 360;
/** A window of this height shows every screen completely, except the long lists. */
const tallest = 6_000;
/** Only the beginning of a longer list is checked, as the other rows look the same. */
const beginning = 2_000;

/** Waits for transitions and animations that end: colours in the middle of one belong to no theme. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // listeners for the width and the theme are called in the next frame
    await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Pixels by which the page, or a dialog on it, is too wide. */
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

/** Skips a resize that changes nothing, as each one redraws the whole page. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
}

/** Checks that nothing is wider than a window of this width, and that nothing is cut off, at the latest after `timeout` ms. */
async function expectFit(page: Page, width: number, timeout = 5_000): Promise<void> {
  await resize(page, { width, height: 800 });
  await expect.poll(() => excess(page), `too wide at ${width} px`).toBeLessThanOrEqual(0);
  await expect.poll(() => misfits(page), { message: `at ${width} px`, intervals: [50, 200], timeout }).toEqual([]);
}

/**
 * Checks that a screen fits on a phone whose owner has doubled the size of all text in the settings of the browser, which
 * also moves the widths at which the layout changes.
 */
async function expectFitWithLargeText(page: Page, timeout?: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await expectFit(page, 390, timeout);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await devtools.detach();
}

/** Checks that a screen fits on small and on large phones, on one with large text, and on a desk. */
export async function expectFitEverywhere(page: Page, timeout?: number): Promise<void> {
  const before = page.viewportSize();
  for (const width of [320, 390]) await expectFit(page, width, timeout);
  await expectFitWithLargeText(page, timeout);
  await expectFit(page, desk, timeout);
  if (before) await resize(page, before);
}

/** In characters: with longer lines, readers lose the beginning of the next one. */
const maxLineLength = 100;

/** The beginnings of the texts that have longer lines at the current width. */
const longLines = (page: Page) =>
  page.evaluate((limit) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const found: string[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.replaceAll(/\s+/gu, ' ') ?? '';
      if (text.length <= limit) continue;
      range.selectNodeContents(node);
      const widths = Array.from(range.getClientRects(), ({ width }) => width);
      // text that is cut off does not count
      let place = Infinity;
      for (let box = node.parentElement; box; box = box.parentElement) {
        const { display, overflowX } = getComputedStyle(box);
        const holds = display !== 'inline' && (place === Infinity || overflowX === 'hidden' || overflowX === 'clip');
        if (holds) place = Math.min(place, box.getBoundingClientRect().width);
      }
      const share = Math.min(place, Math.max(...widths)) / widths.reduce((all, width) => all + width, 0);
      if (share * text.length > limit) found.push(text.slice(0, 60));
    }
    return found;
  }, maxLineLength);

/** Doubles the size of all text and nothing else, as browsers do when a user zooms only text. */
async function expectRoomForLargeText(page: Page): Promise<void> {
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

type Theme = 'light' | 'dark';

/** The looks that this worker has already checked, by theme, on any screen. */
const judged: Record<Theme, Set<string>> = { light: new Set(), dark: new Set() };

/**
 * For every look that is not among `known`, marks the first element with text that has it. Returns the new looks. A look
 * is the element's place in its component (the classes down to it) and all that its contrast depends on: an element with
 * the same look is just as readable on another screen, in the next line of a list and at another width.
 */
const markNewLooks = (page: Page, known: ReadonlySet<string>) =>
  page.evaluate(
    (before) => {
      const seen = new Set(before.split(' '));
      const fresh: string[] = [];
      const grounds = new Map<Element | null, string>([[null, '']]);
      const groundOf = (one: Element | null): string => {
        const ground = grounds.get(one);
        if (ground !== undefined || one === null) return ground ?? '';
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
        const made = `${groundOf(one.parentElement)} ${one.tagName}.${one.className} ${backgroundColor} ${backgroundImage} ${opacity}`;
        grounds.set(one, made);
        return made;
      };
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, without the rest of this file
      const isCutAway = (one: Element): boolean => {
        const box = one.getBoundingClientRect();
        for (let outer = one.parentElement; outer; outer = outer.parentElement) {
          const edge = outer.getBoundingClientRect();
          const isBeyond = box.top >= edge.bottom - 1 || box.bottom <= edge.top + 1 || box.left >= edge.right - 1;
          if (isBeyond && /hidden|clip/u.test(getComputedStyle(outer).overflow)) return true;
        }
        return false;
      };
      for (const one of document.body.querySelectorAll<HTMLElement>('*')) {
        one.removeAttribute('data-new-look');
        const hasText =
          one.matches('input, select, textarea') ||
          Array.from(one.childNodes).some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
        const shown = () => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
        if (!hasText || !shown()) continue;
        const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(one);
        // large text needs less contrast: from 18 points, or from 14 if bold
        const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
        const look = `${color} ${isLarge} ${textDecorationLine} ${one.matches(':disabled')} ${groundOf(one)}`;
        let hash = 0;
        for (let at = 0; at < look.length; at++) hash = (Math.imul(hash, 31) + look.charCodeAt(at)) | 0;
        const name = hash.toString(36);
        // what is cut away is not seen
        if (seen.has(name) || isCutAway(one)) continue;
        seen.add(name);
        fresh.push(name);
        one.setAttribute('data-new-look', '');
      }
      return fresh;
    },
    // as one string, because each element of an array would be serialised separately
    [...known].join(' '),
  );

/** Elements with a new look that are outside an open dialog. */
const besideDialog = '[data-new-look]:not(dialog[open] *)';

/** What axe finds in a part of the page: for colours only on marked elements, for everything else on all of them. */
async function faults(page: Page, kind: keyof typeof kinds, within: 'html' | 'dialog[open]'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
    await page.evaluate((rules) => window.axe.configure({ rules }), ofColours);
  }
  return page.evaluate(
    async ({ runOnly, rules, place }) => {
      const { violations } = await window.axe.run(
        // in a frame is the browser's own PDF viewer
        { include: [[place]], exclude: [['iframe']] },
        { runOnly, rules, resultTypes: ['violations'], iframes: false },
      );
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    { runOnly: kinds[kind], rules: kind === 'everything' ? alsoEverything : {}, place: within },
  );
}

/**
 * Checks the page as it is: axe finds nothing, on a desktop and on a phone, light and dark. No line is too long to read.
 * Nothing is cut off or wider than the window, down to 320 px, at 640 px (a desktop's 1280 px at a zoom of 200 %), with only the
 * text at 200 %, and on a phone with large text.
 * An open dialog is checked alone, because everything behind it is inert, which axe does not know.
 */
export async function expectWellMade(page: Page): Promise<void> {
  const before = page.viewportSize();
  const place = (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'html';

  /** Returns whether a look was new. */
  const judge = async (colorScheme: Theme, kind: keyof typeof kinds) => {
    const looks = await markNewLooks(page, judged[colorScheme]);
    for (const look of looks) judged[colorScheme].add(look);
    const found: string[] = [];
    if (kind === 'everything') found.push(...(await faults(page, kind, place)));
    // a dialog is checked alone, but a new look behind it might not appear on any other screen
    if (
      looks.length > 0 &&
      (kind === 'colours' || (place !== 'html' && (await page.locator(besideDialog).count()) > 0))
    )
      found.push(...(await faults(page, 'colours', 'html')));
    expect(found, `${page.viewportSize()?.width} px, ${colorScheme}`).toEqual([]);
    return looks.length > 0;
  };
  const standAt = async (width: number) => {
    await expectFit(page, width);
    if (width === desk) {
      expect(await longLines(page), `lines of more than ${maxLineLength} characters`).toEqual([]);
      await expectRoomForLargeText(page);
    }
    // the whole page in view: otherwise axe would find targets too small that a sticky bar happens to cover
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const shown = height <= tallest ? Math.max(height, 800) : beginning;
    if (place === 'html') await resize(page, { width, height: shown });
    await settle(page);
  };
  const turn = async (colorScheme: Theme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
  };

  // each change of the width or the theme redraws the whole page, so there are as few as possible
  let theme: Theme = 'light';
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await standAt(desk);
  for (const width of [desk, phone]) {
    if (width === phone) await standAt(phone);
    // a look that is known in one theme has been checked in the other too
    if (!(await judge(theme, 'everything'))) continue;
    theme = theme === 'light' ? 'dark' : 'light';
    await turn(theme);
    await judge(theme, 'colours');
  }
  for (const width of [320, desk / 2, 390]) await expectFit(page, width);
  await expectFitWithLargeText(page);
  if (before) await resize(page, before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
