import type { Page } from '@playwright/test';

/**
 * Finds what does not fit in the page at its width: texts that are cut off, controls that stick out, full stops at the start of a
 * line.
 */
export const misfits = (page: Page) =>
  page.evaluate(() => {
    /* oxlint-disable unicorn/consistent-function-scoping -- runs in the page, without the rest of this file */
    const misfittingElements: string[] = [];
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
    const inDialog = document.querySelector('dialog[open]');
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getClientRects().length > 0 &&
      (!inDialog || inDialog.contains(element));
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!isShown(element)) continue;
      const { overflowX, position, textOverflow, whiteSpace } = getComputedStyle(element);
      const hasText = Array.from(element.childNodes).some(
        // a browser's translation puts texts into `font` elements
        (node) => (node.nodeType === Node.TEXT_NODE || node.nodeName === 'FONT') && node.textContent?.trim(),
      );
      const isSpoken = position === 'absolute' && element.clientWidth <= 1;
      const cuts = (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis';
      // a text is cut off if its box hides the rest of it, or is too narrow although the text may wrap
      if (
        hasText &&
        !isSpoken &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0 &&
        (cuts || (whiteSpace !== 'nowrap' && overflowX === 'visible' && getComputedStyle(element).display !== 'inline'))
      )
        misfittingElements.push(`cut off: ${describe(element)}`);
      if (
        element.matches('button, select, input:not([type=file], [type=radio], [type=checkbox]), textarea, a') &&
        element.parentElement
      ) {
        const line = element.parentElement.closest<HTMLElement>(
          'dialog, main, header, footer, nav, section, fieldset, li, td, th, form',
        );
        const [box] = element.getClientRects();
        const outer = line?.getBoundingClientRect();
        if (line && box && outer && box.width > outer.width + 1 && getComputedStyle(line).overflowX === 'visible')
          misfittingElements.push(`wider than its line: ${describe(element)}`);
      }
    }
    const texts = document.createTreeWalker(inDialog ?? document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const bottomOf = (node: Node, index: number) => {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const [box] = range.getClientRects();
      return box && box.width > 0 ? box.bottom : null;
    };
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      for (const { index } of text.matchAll(/(?<=[\p{L}\p{N}”）])[。，、；：？！）”]/gu)) {
        const [before, at] = [bottomOf(node, index - 1), bottomOf(node, index)];
        if (before !== null && at !== null && at > before + 4)
          misfittingElements.push(`a line begins with a stop: ${text.slice(Math.max(0, index - 20), index + 1)}`);
      }
    }
    return Array.from(new Set(misfittingElements));
  });

/** Finds the words of the page that continue on another line without a hyphen. */
export const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const brokenWordList: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      // texts for screen readers only have no room
      if (!node.parentElement || node.parentElement.clientWidth === 1) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{Script=Latin}{2,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) brokenWordList.push(word);
      }
    }
    return Array.from(new Set(brokenWordList));
  });
