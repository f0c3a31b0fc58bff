import { existsSync } from 'node:fs';

/**
 * Waits for the file that `npm test` writes when its other tests have ended. The server is built and started meanwhile, because
 * those tests leave time for it. Waiting ends after an hour, because the process that writes the file may have stopped.
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
