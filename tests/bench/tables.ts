import { readFile } from 'node:fs/promises';
import { median } from '../support/median.ts';
import { contenders, oursLarge, oursSmall, sizes, type Contender, bitmap, fetchers, photosOnly } from './contenders.ts';
import { chosenSize, yearSize, type ReportRuns, type Singles } from './once.ts';
import { photosPerTask } from './page/bench-data.ts';
import type { PhotoShelf } from './photo-shelf.ts';
import type { Results } from './run-all.ts';

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
// a floor makes no file
const makesFile = ({ variant }: Contender) => variant.kind !== 'floor';

function table(head: string[], rows: string[][]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row))].join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Median times from the click to the Blob. */
export function timeTable(results: Results, once: Singles): string {
  const cells = (contender: Contender) =>
    sizes.map((size) => {
      const error = results.of(contender, size).find((run) => run.error !== null)?.error;
      return error ? `fails: ${error}` : `${Math.round(results.median(contender, size))} ms`;
    });
  const worst = (contender: Contender, of: 'longestTask' | 'longestGap' | 'bytes') =>
    Math.max(...sizes.flatMap((size) => results.of(contender, size)).map((run) => run[of]));
  const { huge, year, chosen, cold, memorySmall, memoryLarge, cancel } = once;
  return [
    table(
      ['', ...sizes.map((size) => `${size} tasks, ${size * 4} photos`), 'longest main-thread task', 'largest file'],
      contenders.map((contender) => [
        contender.name,
        ...cells(contender),
        `${worst(contender, 'longestTask')} ms`,
        makesFile(contender) ? megabytes(worst(contender, 'bytes')) : '',
      ]),
    ),
    '',
    `Ours at 300 tasks (1,200 small renditions): ${huge.error ?? `${Math.round(huge.ms)} ms, ${megabytes(huge.bytes)}`}.`,
    `Year report of ${yearSize.visits} visits (${yearSize.photos} small renditions): ${besideFetching(year)}.`,
    chosenText(chosen),
    `Ours at 5 tasks without warm-up: ${Math.round(cold)} ms.`,
    `A timer on the page was delayed by at most ${worst(oursSmall, 'longestGap')} ms (small), ${worst(oursLarge, 'longestGap')} ms (originals).`,
    ...(memorySmall && memoryLarge
      ? [
          `Renderer memory two seconds after 100 tasks, above idle: ${Math.round(memorySmall.after)} MB (small), ${Math.round(memoryLarge.after)} MB (originals).`,
          `The browser's own process, which keeps the file, grew by ${Math.round(memorySmall.browser)} MB (small), ${Math.round(memoryLarge.browser)} MB (originals).`,
        ]
      : []),
    `Cancelled halfway through 100 tasks: no photo request open after ${cancel.quiet} ms, ${cancel.later} sent after the click, worker gone after ${cancel.gone} ms.`,
  ].join('\n');
}

/** How long the report of chosen visits takes. */
export function chosenText(chosen: ReportRuns): string {
  return `One PDF of ${chosenSize.visits} chosen visits (${chosenSize.photos} small renditions): ${besideFetching(chosen)}.`;
}

function besideFetching({ runs, fetches }: ReportRuns): string {
  const [ours, floor] = [runs.map(({ ms }) => ms), fetches].map((times) => Math.round(median(times)));
  return `${ours} ms, fetching alone ${floor} ms, ${megabytes(Math.max(...runs.map(({ bytes }) => bytes)))}`;
}

function verdict(kept: boolean | undefined): string {
  if (kept === undefined) return '';
  return kept ? 'ok' : '**MISSED**';
}

/** One line for each limit. */
export function barTable(bars: readonly Bar[]): string {
  return table(
    ['', 'measured', 'bar', ''],
    bars.map(({ what, measured, bar, kept }) => [what, measured, bar, verdict(kept)]),
  );
}

/** `136 (118 to 174)`: the median of the times, the shortest and the longest, in whole ms. */
export function medianText(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted.at(-1)})`;
}

/** Processor time of a process in milliseconds, exact to 10 ms; NaN on systems without `/proc`. */
export async function processorTime(process: unknown): Promise<number> {
  const text = await readFile(`/proc/${String(process)}/stat`, 'utf8').catch(() => '');
  // the 14th and 15th field, in hundredths of a second
  const [user = NaN, system = NaN] = text.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return (user + system) * 10;
}

/** A limit that the reports promise to keep, and what was measured. */
interface Bar {
  what: string;
  measured: string;
  bar: string;
  /** Undefined if this system cannot measure it. */
  kept: boolean | undefined;
}

/** Compares the measurements with what the reports promise. Times can only be compared within one run. */
export function barsOf(results: Results, once: Singles, shelf: PhotoShelf): Bar[] {
  const [years, chosen] = [once.year.runs, once.chosen.runs];
  const ours = sizes.flatMap((size) => [...results.of(oursSmall, size), ...results.of(oursLarge, size)]);
  const requests = [...ours, ...years, ...chosen]
    .flatMap((run) => run.requests)
    .filter((path) => !/report-worker-.*\.js$/u.test(path));
  const faster = results.median(oursLarge, 100) / results.median(oursSmall, 100);
  const incomplete = [...ours, ...years, ...chosen, once.huge].filter(
    ({ error, missing }) => error !== null || missing > 0,
  );
  return [
    ...ratios(results, 'originals: ours / the photos alone', oursLarge, [photosOnly], 1.1),
    ...ratios(results, 'originals: ours / createImageBitmap in a worker', oursLarge, [bitmap], 0.6),
    ...ratios(results, 'small: ours / fetching alone at its fastest', oursSmall, fetchers, 1.5),
    {
      what: 'small instead of originals, 100 tasks',
      measured: `${faster.toFixed(1)} times faster`,
      bar: '≥ 15',
      kept: faster >= 15,
    },
    // the browser reports tasks from 50 ms on, so there may be none
    most(
      'longest main-thread task',
      Math.max(...[...ours, ...years, ...chosen].map((run) => run.longestTask)),
      49,
      'ms',
    ),
    memory('small, 100 tasks: renderer memory growth', once.memorySmall),
    memory('originals, 100 tasks: renderer memory growth', once.memoryLarge),
    most('requests other than photos and the PDF code', requests.length, 0, ''),
    ...sizes.map((size) => {
      const photos = shelf.bytesOf('small', size * photosPerTask);
      const largest = Math.max(
        ...[oursSmall, oursLarge].flatMap((contender) => results.of(contender, size)).map((run) => run.bytes),
      );
      return most(`PDF bytes / photo bytes, ${size} tasks`, largest / photos, 1.05, '');
    }),
    ...reportBars('year report', once.year, shelf.bytesOf('small', yearSize.photos), 1.5),
    ...chosenBars(once.chosen, shelf),
    most('cancel: until no photo request is open', once.cancel.quiet, 300, 'ms'),
    most('cancel: until the worker is gone', once.cancel.gone, 300, 'ms'),
    most('cancel: photos requested after that', once.cancel.late, 0, ''),
    most('reports that failed or lack a photo, up to 300 tasks', incomplete.length, 0, ''),
  ];
}

/** What the report of chosen visits promises. */
export function chosenBars(chosen: ReportRuns, shelf: PhotoShelf): Bar[] {
  return reportBars('chosen visits', chosen, shelf.bytesOf('small', chosenSize.photos), 1.1);
}

/** @param slower how many times as long as fetching its photos a report may take */
function reportBars(what: string, report: ReportRuns, photoBytes: number, slower: number): Bar[] {
  const { runs, fetches, memory: growth } = report;
  const largest = Math.max(...runs.map(({ bytes }) => bytes));
  return [
    most(`${what}: ours / fetching alone`, median(runs.map(({ ms }) => ms)) / median(fetches), slower, ''),
    memory(`${what}: renderer memory growth`, growth),
    most(`${what}: PDF bytes / photo bytes`, largest / photoBytes, 1.05, ''),
  ];
}

/** Our time divided by that of the fastest of the others, at each size. */
function ratios(results: Results, what: string, ours: Contender, others: readonly Contender[], bar: number): Bar[] {
  return sizes.map((size) => {
    const fastest = Math.min(...others.map((other) => results.median(other, size)));
    return most(`${what}, ${size} tasks`, results.median(ours, size) / fastest, bar, '');
  });
}

function memory(what: string, growth: Singles['memorySmall']): Bar {
  if (growth) return most(what, growth.peak, 200, 'MB');
  return { what, measured: 'not measured on this system', bar: '≤ 200 MB', kept: undefined };
}

function most(what: string, value: number, bar: number, unit: string): Bar {
  const measured = unit === '' && !Number.isInteger(value) ? value.toFixed(2) : `${Math.round(value)} ${unit}`.trim();
  // a comparison with NaN is false, so what could not be measured counts as missed
  return { what, measured, bar: `≤ ${bar} ${unit}`.trim(), kept: value <= bar };
}
