import type { Page } from '@playwright/test';

/** A cumulative layout shift above this is no longer good, by the web vitals. */
export const restless = 0.1;

declare global {
  interface Window {
    moved: number;
  }
}

/** Sums the cumulative layout shift (CLS) in `moved`. */
export async function countMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.moved += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
