/** Milliseconds of the fastest of five: other work on the machine makes a run slower, never faster. */
export async function fastest(run: (number: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let number = 1; number <= 5; number += 1) times.push(await run(number));
  return Math.min(...times);
}

/** Milliseconds of a piece of work. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
