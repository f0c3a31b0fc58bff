import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

type Memory = Map<number, number>;

/** Resident memory of each renderer in MB, by process. Empty where the system does not tell (only Linux does). */
async function renderers(browser: Browser): Promise<Memory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return residentOf(processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id));
}

async function residentOf(processes: Iterable<number>): Promise<Memory> {
  const memory: Memory = new Map();
  for (const id of processes) {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    const kilobytes = /VmRSS:\s+(\d+)/u.exec(status)?.[1];
    if (kilobytes) memory.set(id, Number(kilobytes) / 1_024);
  }
  return memory;
}

/**
 * By how many MB the renderer grew at most while `work` ran, and by how many it is larger after it; undefined where
 * the system does not tell. Sampled every 50 ms.
 */
export async function growthDuring(
  browser: Browser,
  work: () => Promise<unknown>,
): Promise<{ peak: number; after: number } | undefined> {
  const idle = await renderers(browser);
  if (idle.size === 0) return undefined;
  const growth = async () => {
    const now = await residentOf(idle.keys());
    return Math.max(...Array.from(now, ([id, megabytes]) => megabytes - (idle.get(id) ?? 0)));
  };
  let peak = 0;
  const timer = setInterval(() => {
    growth().then(
      (now) => {
        peak = Math.max(peak, now);
      },
      () => undefined,
    );
  }, 50);
  await work();
  clearInterval(timer);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return { peak, after: await growth() };
}
