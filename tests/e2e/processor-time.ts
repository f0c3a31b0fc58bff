import type { Page } from '@playwright/test';

/**
 * Starts to measure the page's processor time; the returned function stops and returns the milliseconds. Wall-clock time
 * would depend on what else the machine is doing; on an idle machine the two are the same.
 */
export async function measureComputing(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? NaN) * 1_000;
  };
  const before = await read();
  return async () => {
    const spent = (await read()) - before;
    await session.detach();
    return spent;
  };
}
