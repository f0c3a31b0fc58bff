import { graphemesOf } from '../../../lib/graphemes.ts';
import { message, said, t } from '../../../lib/language/translate.ts';
import { sumsByType, typesOfBothYears } from '../../../records/failure/failure-figures.ts';
import type { FailureEntry } from '../../../records/failure/failure-record.ts';

// What the chart of a post shows: its title, its bars and the names below them. `chart-settings.ts` says how Chart.js draws it.

export interface FailureSeries {
  readonly label: string;
  readonly side: 'entrance' | 'exit';
  /** The counts are from the year compared with; drawn in a softer tone. */
  readonly compared: boolean;
  /** By type; null without an entry of the type, which is not zero. */
  readonly values: readonly (number | null)[];
}

export interface FailureBars {
  readonly types: readonly string[];
  readonly series: readonly FailureSeries[];
}

/** The highest count of all bars. */
export function highestOf({ series }: FailureBars): number {
  return series.reduce((top, { values }) => values.reduce<number>((a, b) => Math.max(a, b ?? 0), top), 0);
}

const sides = [
  { side: 'entrance', label: message('Entrance Failures') },
  { side: 'exit', label: message('Exit Failures') },
] as const;

function sideOfYear(side: FailureSeries['side'], year: number): string {
  return side === 'entrance' ? t('Entrance Failures {year}', { year }) : t('Exit Failures {year}', { year });
}

/** The title of a post's chart (`spec §2`). */
export function chartTitle(year: number): string {
  return t('Failure Occurrences by Type - {year}', { year });
}

/**
 * The bars of a post's chart (`spec §2`): the worst type first, or in stored order while counts are edited, so that nothing moves while
 * somebody types. Types that only the compared year has come last.
 */
export function failureBars(
  entries: readonly FailureEntry[],
  year: number,
  compare: number | null,
  isStoredOrder: boolean,
): FailureBars {
  const sums = sumsByType(entries, year);
  const comparedSums = compare === null ? null : sumsByType(entries, compare);
  const types = isStoredOrder
    ? [...new Set([...sums.keys(), ...(comparedSums?.keys() ?? [])])]
    : typesOfBothYears(new Map([['', entries]]), year, compare);
  const series = sides.flatMap(({ side, label }): FailureSeries[] => {
    const countsOf = (shown: typeof sums) => types.map((type) => shown.get(type)?.[side] ?? null);
    if (compare === null || !comparedSums)
      return [{ label: said(label), side, compared: false, values: countsOf(sums) }];
    const shown = { label: sideOfYear(side, year), side, compared: false, values: countsOf(sums) };
    const other = { label: sideOfYear(side, compare), side, compared: true, values: countsOf(comparedSums) };
    // the older year is on the left
    return compare < year ? [other, shown] : [shown, other];
  });
  return { types, series };
}

/** Breaks a name into at most `lines` lines of about `width` characters, the rest becoming `…`. */
export function axisLabel(name: string, width = 14, lines = 3): string[] {
  const rows: string[] = [];
  const words = name.split(/\s+/u).flatMap((word) => piecesOf(word, width));
  for (const word of words) {
    const last = rows.at(-1);
    if (last !== undefined && graphemesOf(`${last} ${word}`).length <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
    // a very long name costs no more than its first lines
    if (rows.length > lines) break;
  }
  if (rows.length <= lines) return rows;
  const end = graphemesOf(rows[lines - 1] ?? '').slice(0, width - 1);
  return [...rows.slice(0, lines - 1), `${end.join('')}…`];
}

/** A word that is longer than a line, cut into lines. */
function piecesOf(word: string, width: number): string[] {
  const graphemes = graphemesOf(word);
  const count = Math.max(1, Math.ceil(graphemes.length / width));
  return Array.from({ length: count }, (_, index) => graphemes.slice(index * width, (index + 1) * width).join(''));
}
