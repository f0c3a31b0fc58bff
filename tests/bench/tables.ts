import type { Bar } from './bars.ts';
import { contenders, oursLarge, oursSmall, sizes, type Contender } from './contenders.ts';
import { yearSize, type Singles } from './once.ts';
import { median, type Results } from './run-all.ts';

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
  const { huge, year, cold, memorySmall, memoryLarge, cancel } = once;
  return [
    table(
      ['', ...sizes.map((size) => `${size} tasks, ${size * 4} photos`), 'longest main-thread task', 'largest file'],
      contenders.map((one) => [
        one.name,
        ...cells(one),
        `${worst(one, 'longestTask')} ms`,
        makesFile(one) ? megabytes(worst(one, 'bytes')) : '',
      ]),
    ),
    '',
    `Ours at 300 tasks (1,200 small renditions): ${huge.error ?? `${Math.round(huge.ms)} ms, ${megabytes(huge.bytes)}`}.`,
    `Year report of ${yearSize.visits} visits (${yearSize.photos} small renditions): ${Math.round(median(year.runs.map(({ ms }) => ms)))} ms, fetching alone ${Math.round(median(year.fetches))} ms, ${megabytes(Math.max(...year.runs.map(({ bytes }) => bytes)))}.`,
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
