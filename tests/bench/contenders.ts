import type { Variant } from './page/bench-messages.ts';

/** Tasks of a report, with four photos each. */
export const sizes = [5, 25, 100] as const;

export interface Contender {
  name: string;
  variant: Variant;
  /** Runs at each of the sizes. */
  rounds: readonly [number, number, number];
}

/** How many photos the portal's own report fetches at once (`src/reports/photos/load-photos.ts`). */
const ourInFlight = { small: 96, large: 6 };

/** These runs take a tenth of a second or two, so a busy moment of the machine spoils some of them. */
const manyRounds: Contender['rounds'] = [21, 15, 7];

function mereFetching(inFlight: number): Contender {
  return {
    name: `fetching alone (small renditions), ${inFlight} in flight`,
    variant: { kind: 'floor', folder: 'small', inFlight, decode: false },
    rounds: manyRounds,
  };
}

export const oursSmall: Contender = {
  name: '**ours, small renditions**',
  variant: { kind: 'ours', folder: 'small', warm: true },
  rounds: manyRounds,
};
/** The fastest of them is the floor: how many at once is best depends on the machine. */
export const fetchers: readonly Contender[] = [ourInFlight.small, 16, 6].map((inFlight) => mereFetching(inFlight));

export const oursLarge: Contender = {
  name: '**ours, originals**',
  variant: { kind: 'ours', folder: 'photo', warm: true },
  rounds: [9, 7, 5],
};
export const photosOnly: Contender = {
  name: 'photos alone: fetched, decoded, shrunk, encoded',
  variant: { kind: 'floor', folder: 'photo', inFlight: ourInFlight.large, decode: true },
  rounds: [9, 7, 5],
};
export const bitmap: Contender = {
  name: 'jsPDF in a worker, createImageBitmap, originals',
  variant: { kind: 'bitmap' },
  rounds: [3, 2, 1],
};
export const naive: Contender = {
  name: 'naive: originals through addImage on the page',
  variant: { kind: 'naive' },
  rounds: [3, 2, 1],
};

/** In the order of the table; those that are compared are next to each other, so that they run one after the other. */
export const contenders: readonly Contender[] = [oursSmall, ...fetchers, oursLarge, photosOnly, bitmap, naive];
