import type { Page } from '@playwright/test';

/**
 * Starts to measure how long the page itself computes; the answer ends it and gives the milliseconds. Time on the clock
 * says as much of what else the machine does; where the page has the machine for itself, the two are the same.
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
