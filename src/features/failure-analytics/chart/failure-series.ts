import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { sumsByType, typesOfBothYears } from '../../../records/failure/failure-figures.ts';

export interface FailureSeries {
  readonly label: string;
  readonly side: 'entrance' | 'exit';
  /** Whether the series is of the year compared with; drawn in a softer tone. */
  readonly compared: boolean;
  readonly values: readonly number[];
}

export interface FailureBars {
  readonly types: readonly string[];
  readonly series: readonly FailureSeries[];
}

const sides = [
  { side: 'entrance', label: 'Entrance Failures' },
  { side: 'exit', label: 'Exit Failures' },
] as const;

/** The title of a post's chart (`spec §2`). */
export function chartTitle(year: number): string {
  return `Failure Occurrences by Type - ${year}`;
}

/**
 * The bars of a post's chart (`spec §2`): the worst type first, or in stored order while editing, so that nothing moves
 * while typing. Types that only the compared year has come last, with zeros.
 */
export function failureBars(
  entries: readonly FailureEntry[],
  year: number,
  compare: number | null,
  stored: boolean,
): FailureBars {
  const now = sumsByType(entries, year);
  const before = compare === null ? null : sumsByType(entries, compare);
  const types = stored
    ? [...new Set([...now.keys(), ...(before?.keys() ?? [])])]
    : typesOfBothYears(new Map([['', entries]]), year, compare);
  return {
    types,
    series: sides.flatMap(({ side, label }) => [
      {
        label: before ? `${label} ${year}` : label,
        side,
        compared: false,
        values: types.map((type) => now.get(type)?.[side] ?? 0),
      },
      ...(before
        ? [
            {
              label: `${label} ${compare}`,
              side,
              compared: true,
              values: types.map((type) => before.get(type)?.[side] ?? 0),
            },
          ]
        : []),
    ]),
  };
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks a name into at most `lines` lines of about `width` characters, the rest becoming `…`. */
export function axisLabel(name: string, width = 14, lines = 3): string[] {
  const rows: string[] = [];
  for (const word of name.split(/\s+/u).flatMap((text) => pieces(text, width))) {
    const last = rows.at(-1);
    if (last !== undefined && splitGraphemes(`${last} ${word}`).length <= width)
      rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
    // a very long name costs no more than its first lines
    if (rows.length > lines) break;
  }
  if (rows.length <= lines) return rows;
  const end = splitGraphemes(rows[lines - 1] ?? '').slice(0, width - 1);
  return [...rows.slice(0, lines - 1), `${end.join('')}…`];
}

/** Splits a text into grapheme clusters: half an emoji would be drawn as a box. */
function splitGraphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function pieces(word: string, width: number): string[] {
  const all = splitGraphemes(word);
  return Array.from({ length: Math.max(1, Math.ceil(all.length / width)) }, (_, index) =>
    all.slice(index * width, (index + 1) * width).join(''),
  );
}
