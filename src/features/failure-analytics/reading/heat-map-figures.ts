import { graphemesOf } from '../../../lib/graphemes.ts';
import { t } from '../../../lib/language/translate.ts';
import {
  countPair,
  countText,
  sumsByType,
  totalOf,
  typesOfBothYears,
  typesOfYear,
  type CountPair,
  type YearPair,
} from '../../../records/failure/failure-figures.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';

/** The year with which the shown year is compared. */
export interface ComparedYear {
  year: number;
  /** Whether it is the older of the two years, whose figures are on the left. */
  isOlder: boolean;
  /** Null if one of the years has not begun. */
  pair: YearPair | null;
}

interface CellContext {
  year: number;
  compared: ComparedYear | null;
  type: string;
  post: string;
}

/** The accessible name of a cell, such as `9: Loop, P1` or `10 in 2023, no entry in 2024: Loop, P1`, with the older year first. */
export function cellName({ count, comparedCount }: HeatMapCell, { year, compared, type, post }: CellContext): string {
  if (compared === null)
    return count === null
      ? t('no entry: {type}, {post}', { type, post })
      : t('{count}: {type}, {post}', { count: countText(count), type, post });
  const [olderCount, newerCount] = compared.isOlder ? [comparedCount, count] : [count, comparedCount];
  const [older, newer] = compared.isOlder ? [compared.year, year] : [year, compared.year];
  const values = { older, newer, type, post };
  if (olderCount === null)
    return t('no entry in {older}, {count} in {newer}: {type}, {post}', {
      ...values,
      count: countText(newerCount ?? 0),
    });
  return newerCount === null
    ? t('{count} in {older}, no entry in {newer}: {type}, {post}', { ...values, count: countText(olderCount) })
    : t('{before} in {older}, {count} in {newer}: {type}, {post}', {
        ...values,
        before: countText(olderCount),
        count: countText(newerCount),
      });
}

interface HeatMapCell {
  /** Null if only the compared year has an entry. */
  readonly count: number | null;
  /** The count of the compared year; null without an entry, or if no year is compared. */
  readonly comparedCount: number | null;
  /** The colour: 0 for no failure, 4 for more than three quarters of the highest count of the map. */
  readonly level: 0 | 1 | 2 | 3 | 4;
}

/** Sums of counts; null if nothing is entered. */
export interface HeatMapSum {
  /** The sum of the shown year. */
  readonly total: number | null;
  /** The sum of the compared year. */
  readonly comparedTotal: number | null;
  /** The counts of both years for their difference, for which only posts with counts in both years are added up. */
  readonly change?: CountPair;
}

export const emptySum: HeatMapSum = { total: null, comparedTotal: null };

export interface HeatMapRow extends HeatMapSum {
  readonly post: string;
  /** The index of the post among all posts of the site. */
  readonly postIndex: number;
  /** The cells in the order of `types`; null if the post has no entry of the type. */
  readonly cells: readonly (HeatMapCell | null)[];
}

export interface HeatMapTable {
  readonly types: readonly string[];
  readonly rows: readonly HeatMapRow[];
  /** The sum of each type over all posts. */
  readonly totals: readonly HeatMapSum[];
  /** The sum of the whole map. */
  readonly all: HeatMapSum;
}

interface HeatMapOptions {
  /** The year compared with, whose posts and types are included. */
  compare?: number | null;
  /** The saved posts while counts are edited: columns and rows have their order. Null otherwise: the worst comes first. */
  saved?: CarPosts | null;
}

/** The table of posts by failure types, with counts, sums and the colour level of each count. */
export function heatMapOf(
  posts: CarPosts,
  year: number,
  { compare = null, saved = null }: HeatMapOptions = {},
): HeatMapTable {
  const types = typesOfBothYears(posts, year, compare, saved ? typesOfYear(saved, year) : []);
  const years = compare === null ? null : { older: Math.min(year, compare), newer: Math.max(year, compare) };
  const lists = [...posts.values()];
  const changeOf = (entryLists: typeof lists, type?: string) => years && { change: countPair(entryLists, years, type) };
  const countedPosts = Array.from(posts, ([post, entries], postIndex) => {
    const sums = sumsByType(entries, year);
    const comparedSums = compare === null ? null : sumsByType(entries, compare);
    const counts = types.map((type) => {
      const [sum, comparedSum] = [sums.get(type), comparedSums?.get(type)];
      if (!sum && !comparedSum) return null;
      return { count: sum ? totalOf(sum) : null, comparedCount: comparedSum ? totalOf(comparedSum) : null };
    });
    return { post, postIndex, counts, ...sumOf(counts), ...changeOf([entries]) };
  }).filter(({ counts }) => counts.some((count) => count !== null));
  if (!saved)
    countedPosts.sort((a, b) => (b.total ?? 0) - (a.total ?? 0) || (b.comparedTotal ?? 0) - (a.comparedTotal ?? 0));
  const highest = Math.max(0, ...countedPosts.flatMap(({ counts }) => counts.map((cell) => cell?.count ?? 0)));
  return {
    types,
    rows: countedPosts.map(({ counts, ...row }) => ({
      ...row,
      cells: counts.map((cell) => cell && { ...cell, level: levelOf(cell.count ?? 0, highest) }),
    })),
    totals: types.map((type, column) => ({
      ...sumOf(countedPosts.map(({ counts }) => counts[column] ?? null)),
      ...changeOf(lists, type),
    })),
    all: { ...sumOf(countedPosts.flatMap(({ counts }) => counts)), ...changeOf(lists) },
  };
}

function sumOf(cells: readonly (Omit<HeatMapCell, 'level'> | null)[]): HeatMapSum {
  return {
    total: total(cells.map((cell) => cell?.count)),
    comparedTotal: total(cells.map((cell) => cell?.comparedCount)),
  };
}

/** The sum of the counts; null if there is none. */
function total(counts: readonly (number | null | undefined)[]): number | null {
  return counts.reduce<number | null>((sum, count) => (typeof count === 'number' ? (sum ?? 0) + count : sum), null);
}

/** The colour level of a count, by its share of the highest count. */
function levelOf(count: number, highest: number): HeatMapCell['level'] {
  if (count === 0) return 0;
  const share = count / highest;
  if (share <= 0.25) return 1;
  if (share <= 0.5) return 2;
  return share <= 0.75 ? 3 : 4;
}

/** If the first word of a post's name is at most this long, such as `P1`, it is the post's code. */
const maxCodeWord = 3;
/** Otherwise the code is this many letters from the start of the name. */
const codeLetters = 8;

/** The heading for the narrow column of each post: its code or, if two posts would have the same code, its whole name. */
export function postCodes(posts: readonly string[]): readonly string[] {
  const codes = posts.map((post) => {
    const [word = ''] = post.trim().split(/\s+/u);
    const letters = graphemesOf(post.trim());
    return word !== '' && graphemesOf(word).length <= maxCodeWord
      ? word
      : letters.slice(0, codeLetters).join('').trim();
  });
  return posts.map((post, index) => {
    const code = codes[index] ?? '';
    return code === '' || codes.indexOf(code) !== codes.lastIndexOf(code) ? post : code;
  });
}
