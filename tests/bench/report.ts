import { cpus, loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { BenchPage, openBrowser } from './bench-browser.ts';
import { BenchServer, buildPage } from './bench-server.ts';
import { chosenRuns, runOnce } from './once.ts';
import { orientations } from './photo-shelf.ts';
import { runAll } from './run-all.ts';
import { barsOf, barTable, chosenBars, chosenText, timeTable } from './tables.ts';

// `npm run bench:report -- chosen` measures the PDF of chosen visits alone.
const chosenAlone = process.argv[2] === 'chosen';

/** Draws the photos that are not there yet and makes the small ones. Returns the mean sizes in bytes. */
async function fillShelf(page: BenchPage, server: BenchServer): Promise<{ large: number; small: number }> {
  for (const photo of server.shelf.absent) await page.makePhoto(photo);
  for (const photo of orientations.keys()) await page.makeSmall(photo);
  const count = orientations.length;
  return { large: server.shelf.bytesOf('photo', count) / count, small: server.shelf.bytesOf('small', count) / count };
}

/** What was measured, in words, and the bars. */
async function measure(
  browser: Browser,
  server: BenchServer,
): Promise<{ text: string; bars: ReturnType<typeof barsOf> }> {
  if (chosenAlone) {
    const chosen = await chosenRuns(browser, server);
    return { text: chosenText(chosen), bars: chosenBars(chosen, server.shelf) };
  }
  const results = await runAll(browser, server);
  const once = await runOnce(browser, server);
  return { text: timeTable(results, once), bars: barsOf(results, once, server.shelf) };
}

// how busy the machine was: all times depend on it
const [before = 0] = loadavg();
const server = new BenchServer(await buildPage());
await server.open();
const browser = await openBrowser();
try {
  const page = await BenchPage.open(browser, server.url);
  const mean = await fillShelf(page, server);
  await page.close();

  const { text, bars } = await measure(browser, server);
  console.log(
    [
      `Chromium ${browser.version()} without a graphics card, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${before.toFixed(1)} before the run.`,
      `Photos of 12 megapixels, ${(mean.large / 1e6).toFixed(2)} MB on average; small renditions of ${Math.round(mean.small / 1e3)} KB.`,
      '',
      text,
      '',
      barTable(bars),
    ].join('\n'),
  );
  if (bars.some(({ kept }) => kept === false)) process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
