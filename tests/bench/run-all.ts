import type { Browser } from '@playwright/test';
import { median } from '../support/median.ts';
import type { BenchServer } from './bench-server.ts';
import { contenders, sizes, type Contender } from './contenders.ts';
import type { BenchRun, Variant } from './page/bench-messages.ts';

/** Every run of every contender, by size. */
export class Results {
  readonly #runs = new Map<string, BenchRun[]>();

  add(contender: Contender, size: number, run: BenchRun): void {
    this.of(contender, size).push(run);
  }

  of({ name }: Contender, size: number): BenchRun[] {
    const key = `${name} ${size}`;
    const runs = this.#runs.get(key) ?? [];
    this.#runs.set(key, runs);
    return runs;
  }

  /** Median time in ms; NaN when one of the runs failed. */
  median(contender: Contender, size: number): number {
    const runs = this.of(contender, size);
    return runs.some(({ error }) => error !== null) ? Number.NaN : median(runs.map(({ ms }) => ms));
  }
}

/** Runs the contenders in rotation, so that a busy moment of the machine affects all of them. */
export async function runAll(browser: Browser, server: BenchServer): Promise<Results> {
  const results = new Results();
  for (const [sizeIndex, size] of sizes.entries()) {
    const rounds = Math.max(...contenders.map((contender) => contender.rounds[sizeIndex] ?? 0));
    for (let round = 0; round < rounds; round += 1) {
      const due = contenders.filter((contender) => round < (contender.rounds[sizeIndex] ?? 0));
      // every other round in reverse, because what runs later finds a warmer browser
      for (const contender of round % 2 === 0 ? due : due.toReversed()) {
        const run = await runAlone(browser, server, contender.variant, size);
        results.add(contender, size, run);
        process.stderr.write(`${size} tasks, ${contender.name}: ${run.error ?? `${Math.round(run.ms)} ms`}\n`);
      }
    }
  }
  return results;
}

/** Wraps a run, to measure it: the page is idle until `work` is called. */
type Around = <T>(work: () => Promise<T>) => Promise<T>;

const timeoutMs = 180_000;

/**
 * Runs a variant in a page without a debugger: a debugger keeps a copy of everything that the page fetches in the page's
 * memory, which would be measured too. If the run fails, the result has the reason in `error`.
 */
export async function runAlone(
  browser: Browser,
  server: BenchServer,
  variant: Variant,
  tasks: number,
  around: Around = (work) => work(),
): Promise<BenchRun> {
  const session = await browser.newBrowserCDPSession();
  // a context that Playwright does not know, so that it attaches no debugger
  const { browserContextId } = await session.send('Target.createBrowserContext', { disposeOnDetach: true });
  try {
    const waiting = server.nextPage();
    const order = encodeURIComponent(JSON.stringify({ variant, tasks }));
    await session.send('Target.createTarget', { url: `${server.url}/#${order}`, browserContextId });
    const begin = await within(waiting);
    server.forgetTraffic();
    const run = await around(() => within(begin()));
    return { ...run, requests: [...server.traffic.others] };
  } catch (error) {
    const nothing = { ms: 0, bytes: 0, missing: 0, longestTask: 0, longestGap: 0, requests: [] };
    return { ...nothing, error: error instanceof Error ? error.message : String(error) };
  } finally {
    await session.detach();
  }
}

async function within<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the page stops responding')), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
