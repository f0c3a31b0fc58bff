import type { Page } from '@playwright/test';

/** The input of a person: presses of the mouse or a finger, fields that were typed in or chosen from, and presses of Tab. */
export interface Work {
  presses: number;
  fields: number;
  tabs: number;
}

declare global {
  interface Window {
    work: { presses: number; tabs: number; fields: Set<EventTarget | null> };
  }
}

/** Counts the input inside the page, from its next load on. */
export async function countWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.work = { presses: 0, tabs: 0, fields: new Set() };
    // `pointerdown` instead of `click`, because the label of a checkbox causes two clicks
    addEventListener('pointerdown', () => (window.work.presses += 1), true);
    addEventListener('keydown', ({ key }) => (window.work.tabs += key === 'Tab' ? 1 : 0), true);
    addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(target.type)) return;
        window.work.fields.add(target);
      },
      true,
    );
  });
}

/** Returns the input since the page was loaded or since the last call of this function, and counts from 0 again. */
export async function takeWork(page: Page): Promise<Work> {
  return page.evaluate(() => {
    const { presses, tabs, fields } = window.work;
    window.work = { presses: 0, tabs: 0, fields: new Set() };
    return { presses, fields: fields.size, tabs };
  });
}
