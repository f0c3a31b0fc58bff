import { graphemesOf } from '../../../lib/graphemes.ts';
import { message, said, t } from '../../../lib/language/translate.ts';
import { sumsByType, typesOfBothYears } from '../../../records/failure/failure-figures.ts';
import type { FailureEntry } from '../../../records/failure/failure-record.ts';

// The content of a post's chart: its title, its bars and the names below them. `chart-settings.ts` configures how Chart.js draws it.

export interface FailureSeries {
  readonly label: string;
  readonly side: 'entrance' | 'exit';
  /** Whether the counts are those of the year compared with, which are drawn in a softer tone. */
  readonly compared: boolean;
  /** The counts in the order of the types; null without an entry of the type, which is not zero. */
  readonly values: readonly (number | null)[];
}

export interface FailureBars {
  readonly types: readonly string[];
  readonly series: readonly FailureSeries[];
}

/** The highest count of all bars. */
export function highestOf({ series }: FailureBars): number {
  return Math.max(0, ...series.flatMap(({ values }) => values.map((count) => count ?? 0)));
}

const sides = [
  { side: 'entrance', label: message('Entrance Failures') },
  { side: 'exit', label: message('Exit Failures') },
] as const;

/** The label of a side, when the chart has two years. */
function sideLabel(side: FailureSeries['side'], year: number): string {
  return side === 'entrance' ? t('Entrance Failures {year}', { year }) : t('Exit Failures {year}', { year });
}

/** The title of a post's chart (`spec §2`). */
export function chartTitle(year: number): string {
  return t('Failure Occurrences by Type - {year}', { year });
}

/**
 * The bars of a post's chart (`spec §2`). The worst type comes first. While counts are edited the types have the order of the record, so that no
 * bar moves while somebody types. Types of the compared year only are last.
 */
export function failureBars(
  entries: readonly FailureEntry[],
  year: number,
  compare: number | null,
  isRecordOrder: boolean,
): FailureBars {
  const sums = sumsByType(entries, year);
  const comparedSums = compare === null ? null : sumsByType(entries, compare);
  const types = isRecordOrder
    ? [...new Set([...sums.keys(), ...(comparedSums?.keys() ?? [])])]
    : // as a single post, whose name does not matter
      typesOfBothYears(new Map([['', entries]]), year, compare);
  const series = sides.flatMap(({ side, label }): FailureSeries[] => {
    const countsOf = (yearSums: typeof sums) => types.map((type) => yearSums.get(type)?.[side] ?? null);
    if (compare === null || !comparedSums)
      return [{ label: said(label), side, compared: false, values: countsOf(sums) }];
    const yearSeries = { label: sideLabel(side, year), side, compared: false, values: countsOf(sums) };
    const comparedSeries = { label: sideLabel(side, compare), side, compared: true, values: countsOf(comparedSums) };
    // the older year is on the left
    return compare < year ? [comparedSeries, yearSeries] : [yearSeries, comparedSeries];
  });
  return { types, series };
}

/** Breaks a name into at most `lines` lines of at most `width` characters. If more text remains, the last line ends with `…`. */
export function axisLabel(name: string, width = 14, lines = 3): string[] {
  const rows: string[] = [];
  const words = name.split(/\s+/u).flatMap((word) => piecesOf(word, width));
  for (const word of words) {
    const last = rows.at(-1);
    if (last !== undefined && graphemesOf(`${last} ${word}`).length <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
    // the lines after the first `lines` are not shown, so a very long name is not broken up to its end
    if (rows.length > lines) break;
  }
  if (rows.length <= lines) return rows;
  const end = graphemesOf(rows[lines - 1] ?? '').slice(0, width - 1);
  return [...rows.slice(0, lines - 1), `${end.join('')}…`];
}

/** Cuts a word that is longer than a line into pieces of a line's width. */
function piecesOf(word: string, width: number): string[] {
  const graphemes = graphemesOf(word);
  const count = Math.max(1, Math.ceil(graphemes.length / width));
  return Array.from({ length: count }, (_, index) => graphemes.slice(index * width, (index + 1) * width).join(''));
}
