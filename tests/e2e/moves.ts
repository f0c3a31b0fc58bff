import type { Page } from '@playwright/test';

/** Above this, web vitals call a page restless. */
export const restless = 0.1;

declare global {
  interface Window {
    moved: number;
  }
}

/** Counts in `moved` how much of the window moves by itself, how far (the CLS of web vitals). */
export async function countMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.moved += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
