import type { Page } from '@playwright/test';

/** A cumulative layout shift (CLS) up to this is good, according to the web vitals. */
export const goodLayoutShift = 0.1;

declare global {
  interface Window {
    layoutShift: number;
  }
}

/** Sums the layout shifts of the page in `window.layoutShift`. */
export async function sumLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.layoutShift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Starts to measure the page's processor time. The returned function stops and returns the milliseconds. Elapsed time would
 * depend on what else the machine is doing; on an idle machine the two are the same.
 */
export async function measureCpuTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readCpuTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? NaN) * 1_000;
  };
  const before = await readCpuTime();
  return async () => {
    const spent = (await readCpuTime()) - before;
    await session.detach();
    return spent;
  };
}
