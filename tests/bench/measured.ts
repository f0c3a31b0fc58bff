import { readFile } from 'node:fs/promises';

/** `136 (118 to 174)`: the median of the times, the shortest and the longest, in whole ms. */
export function described(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted.at(-1)})`;
}

/** Processor time of a process in milliseconds, exact to 10 ms; NaN on systems without `/proc`. */
export async function processorTime(process: unknown): Promise<number> {
  const text = await readFile(`/proc/${String(process)}/stat`, 'utf8').catch(() => '');
  const [user = NaN, system = NaN] = text.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return (user + system) * 10;
}
