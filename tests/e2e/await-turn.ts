import { existsSync } from 'node:fs';

/**
 * Waits for the file that `npm test` writes when its other tests have ended: the server is built and started while those
 * run, which leave time for it. Ends after an hour, as nobody may be left to write the file.
 */
export default async function awaitTurn(): Promise<void> {
  const turn = process.env['BROWSER_TURN'];
  if (!turn) return;
  const end = Date.now() + 3_600_000;
  while (!existsSync(turn)) {
    if (Date.now() > end) throw new Error(`Nobody has written ${turn}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
