import type { Browser } from '@playwright/test';
import { median } from '../support/median.ts';
import { BenchPage } from './bench-browser.ts';
import type { BenchServer } from './bench-server.ts';
import { fetchers, oursSmall } from './contenders.ts';
import { photosPerTask } from './page/bench-data.ts';
import type { BenchRun, Variant } from './page/bench-messages.ts';
import { growthDuring, type Growth } from './renderer-memory.ts';
import { runAlone } from './run-all.ts';

/** What is measured only for the portal's own reports. */
export interface Singles {
  /** 300 tasks from small renditions. */
  huge: BenchRun;
  /** Ms for 5 tasks if the pointer was not near the button before the click. */
  cold: number;
  /** At 100 tasks; undefined on systems that cannot measure it. */
  memorySmall: Growth | undefined;
  memoryLarge: Growth | undefined;
  year: ReportRuns;
  chosen: ReportRuns;
  /** A report of 100 tasks from originals, cancelled halfway. */
  cancel: Cancelled;
}

/** A report from small renditions, and a run that only fetches its photos, in turn. */
export interface ReportRuns {
  runs: readonly BenchRun[];
  /** Ms of each run that only fetches its photos. */
  fetches: readonly number[];
  memory: Growth | undefined;
}

/** The year report: two small renditions for each visit. */
export const yearSize = { visits: 120, photos: 240 } as const;
/** The PDF of chosen visits: four or five small renditions for each. */
export const chosenSize = { visits: 200, photos: 900 } as const;

export interface Cancelled {
  /** Ms until no request was open on the server. */
  quiet: number;
  /** Ms until the worker was gone. */
  gone: number;
  /** Requests that reached the server after the click: those already on their way, or sent while the worker ended. */
  later: number;
  /** Requests that reached it after the worker was gone. */
  late: number;
}

export async function runOnce(browser: Browser, server: BenchServer): Promise<Singles> {
  const memory = (folder: 'photo' | 'small') => memoryOf(browser, server, { kind: 'ours', folder, warm: true }, 100);
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
    year: await reportRuns(browser, server, 'year', yearSize),
    chosen: await chosenRuns(browser, server),
    cancel: await cancelled(browser, server),
  };
}

export const chosenRuns = (browser: Browser, server: BenchServer): Promise<ReportRuns> =>
  reportRuns(browser, server, 'chosen', chosenSize);

/** Alternates with runs that only fetch the photos, so that a busy moment of the machine affects both. */
async function reportRuns(
  browser: Browser,
  server: BenchServer,
  report: 'year' | 'chosen',
  { visits, photos }: { visits: number; photos: number },
): Promise<ReportRuns> {
  const own: Variant = { kind: 'ours', folder: 'small', warm: true, report };
  const { variant: floor } = fetchers[0] ?? oursSmall;
  const runs: BenchRun[] = [];
  const fetches: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    runs.push(await runAlone(browser, server, own, visits));
    const { ms, error } = await runAlone(browser, server, floor, photos / photosPerTask);
    // a run that failed immediately would look fast
    fetches.push(error === null ? ms : Number.NaN);
  }
  return { runs, fetches, memory: await memoryOf(browser, server, own, visits) };
}

async function memoryOf(
  browser: Browser,
  server: BenchServer,
  variant: Variant,
  tasks: number,
): Promise<Growth | undefined> {
  let growth: Growth | undefined;
  const { error } = await runAlone(browser, server, variant, tasks, async (work) => {
    const [result, grown] = await growthDuring(browser, work);
    growth = grown;
    return result;
  });
  // a report that failed early would seem to use little memory
  if (error !== null) throw new Error(error);
  return growth;
}

async function cancelled(browser: Browser, server: BenchServer): Promise<Cancelled> {
  const page = await BenchPage.open(browser, server.url);
  server.forgetTraffic();
  const { asked, workerGone } = await page.cancel(100);
  // long enough for any request that was not stopped to arrive
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
