import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

type Memory = Map<number, number>;

/** In MB above idle. */
export interface Growth {
  /** The maximum of the page's renderer during the work. `after`: two seconds after it. */
  peak: number;
  after: number;
  /** The maximum of the browser's own process, which keeps the bytes of finished files. */
  browser: number;
}

async function processesOf(browser: Browser, wanted: string): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === wanted).map(({ id }) => id);
}

/** Resident memory in MB, by process. Empty on systems other than Linux. */
async function residentOf(processes: Iterable<number>): Promise<Memory> {
  const memory: Memory = new Map();
  for (const id of processes) {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    const kilobytes = /VmRSS:\s+(\d+)/u.exec(status)?.[1];
    if (kilobytes) memory.set(id, Number(kilobytes) / 1_024);
  }
  return memory;
}

/** The growth of the process that grew most. */
async function growthOver(idle: Memory): Promise<number> {
  const now = await residentOf(idle.keys());
  return Math.max(0, ...Array.from(now, ([id, megabytes]) => megabytes - (idle.get(id) ?? 0)));
}

/** How much the browser grew while `work` ran, sampled every 50 ms; undefined on systems other than Linux. */
export async function growthDuring<T>(browser: Browser, work: () => Promise<T>): Promise<[T, Growth | undefined]> {
  const renderers = await residentOf(await processesOf(browser, 'renderer'));
  const main = await residentOf(await processesOf(browser, 'browser'));
  if (renderers.size === 0) return [await work(), undefined];
  const most = { peak: 0, browser: 0 };
  const sample = async () => {
    most.peak = Math.max(most.peak, await growthOver(renderers));
    most.browser = Math.max(most.browser, await growthOver(main));
  };
  const timer = setInterval(() => {
    sample().catch(() => undefined);
  }, 50);
  let result: T;
  try {
    result = await work();
  } finally {
    clearInterval(timer);
  }
  await sample();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return [result, { ...most, after: await growthOver(renderers) }];
}
