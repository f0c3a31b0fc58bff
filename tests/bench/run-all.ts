import type { Browser } from '@playwright/test';
import type { BenchServer } from './bench-server.ts';
import { runAlone } from './run-alone.ts';
import { contenders, sizes, type Contender } from './contenders.ts';
import type { BenchRun } from './page/bench-messages.ts';

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

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Runs the contenders in rotation, so that a busy moment of the machine affects all of them. */
export async function runAll(browser: Browser, server: BenchServer): Promise<Results> {
  const results = new Results();
  for (const [place, size] of sizes.entries()) {
    const rounds = Math.max(...contenders.map((one) => one.rounds[place] ?? 0));
    for (let round = 0; round < rounds; round += 1) {
      const due = contenders.filter((one) => round < (one.rounds[place] ?? 0));
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
