import type { Browser } from '@playwright/test';
import { BenchPage } from './bench-browser.ts';
import type { BenchServer } from './bench-server.ts';
import type { BenchRun } from './page/bench-messages.ts';
import { growthDuring, type Growth } from './renderer-memory.ts';
import { median } from './run-all.ts';
import { runAlone } from './run-alone.ts';

/** What is measured of ours alone. */
export interface Singles {
  /** 300 tasks from small renditions. */
  huge: BenchRun;
  /** Ms of 5 tasks when the button is pressed without coming near it first. */
  cold: number;
  /** At 100 tasks; undefined where the system does not tell. */
  memorySmall: Growth | undefined;
  memoryLarge: Growth | undefined;
  /** Cancel half way through 100 tasks from originals. */
  cancel: Cancelled;
}

export interface Cancelled {
  /** Ms until the server saw no open request any more. */
  quiet: number;
  /** Ms until the worker was gone. */
  gone: number;
  /** Requests that reached the server after the click: those already on their way, or sent while the worker ended. */
  later: number;
  /** Requests that reached it after the worker was gone. */
  late: number;
}

export async function runOnce(browser: Browser, server: BenchServer): Promise<Singles> {
  const memory = async (folder: 'photo' | 'small') => {
    let growth: Growth | undefined;
    const { error } = await runAlone(browser, server, { kind: 'ours', folder, warm: true }, 100, async (work) => {
      const [result, grown] = await growthDuring(browser, work);
      growth = grown;
      return result;
    });
    // a report that failed early would look thrifty
    if (error !== null) throw new Error(error);
    return growth;
  };
  const cold: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { ms } = await runAlone(browser, server, { kind: 'ours', folder: 'small', warm: false }, 5);
    cold.push(ms);
  }
  return {
    huge: await runAlone(browser, server, { kind: 'ours', folder: 'small', warm: true }, 300),
    cold: median(cold),
    memorySmall: await memory('small'),
    memoryLarge: await memory('photo'),
    cancel: await cancelled(browser, server),
  };
}

async function cancelled(browser: Browser, server: BenchServer): Promise<Cancelled> {
  const page = await BenchPage.open(browser, server.address);
  server.forgetTraffic();
  const { asked, workerGone } = await page.cancel(100);
  // long enough for what was not stopped to show
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await page.close();
  const { photoStarts, photoEnds } = server.traffic;
  const open = photoStarts.length - photoEnds.length;
  return {
    quiet: open > 0 ? Number.POSITIVE_INFINITY : Math.max(0, (photoEnds.at(-1) ?? asked) - asked),
    gone: Math.max(0, workerGone - asked),
    later: photoStarts.filter((at) => at > asked).length,
    late: photoStarts.filter((at) => at > workerGone).length,
  };
}
