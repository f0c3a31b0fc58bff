import { bitmap, fetchers, oursLarge, oursSmall, photosOnly, sizes, type Contender } from './contenders.ts';
import { yearSize, type Singles } from './once.ts';
import { photosPerTask } from './page/bench-data.ts';
import type { PhotoShelf } from './photo-shelf.ts';
import { median, type Results } from './run-all.ts';

/** A limit that the reports promise to keep, and what was measured. */
export interface Bar {
  what: string;
  measured: string;
  bar: string;
  /** Undefined if this system cannot measure it. */
  kept: boolean | undefined;
}

/** Compares the measurements with what the reports promise. Times can only be compared within one run. */
export function barsOf(results: Results, once: Singles, shelf: PhotoShelf): Bar[] {
  const { runs: years, fetches, memory: yearMemory } = once.year;
  const ours = sizes.flatMap((size) => [...results.of(oursSmall, size), ...results.of(oursLarge, size)]);
  const requests = [...ours, ...years]
    .flatMap((run) => run.requests)
    .filter((path) => !/report-worker-.*\.js$/u.test(path));
  const yearPhotos = shelf.bytesOf('small', yearSize.photos);
  const faster = results.median(oursLarge, 100) / results.median(oursSmall, 100);
  const incomplete = [...ours, ...years, once.huge].filter(({ error, missing }) => error !== null || missing > 0);
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
    most('longest main-thread task', Math.max(...[...ours, ...years].map((run) => run.longestTask)), 49, 'ms'),
    memory('small, 100 tasks: renderer memory growth', once.memorySmall),
    memory('originals, 100 tasks: renderer memory growth', once.memoryLarge),
    most('requests other than photos and the PDF code', requests.length, 0, ''),
    ...sizes.map((size) => {
      const photos = shelf.bytesOf('small', size * photosPerTask);
      const largest = Math.max(
        ...[oursSmall, oursLarge].flatMap((one) => results.of(one, size)).map((run) => run.bytes),
      );
      return most(`PDF bytes / photo bytes, ${size} tasks`, largest / photos, 1.05, '');
    }),
    most('year report: ours / fetching alone', median(years.map(({ ms }) => ms)) / median(fetches), 1.5, ''),
    memory('year report: renderer memory growth', yearMemory),
    most('year report: PDF bytes / photo bytes', Math.max(...years.map(({ bytes }) => bytes)) / yearPhotos, 1.05, ''),
    most('cancel: until no photo request is open', once.cancel.quiet, 300, 'ms'),
    most('cancel: until the worker is gone', once.cancel.gone, 300, 'ms'),
    most('cancel: photos requested after that', once.cancel.late, 0, ''),
    most('reports that failed or lack a photo, up to 300 tasks', incomplete.length, 0, ''),
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
