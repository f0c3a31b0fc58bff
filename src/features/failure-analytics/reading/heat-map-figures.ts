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

/** The year that the map is compared with. */
export interface ComparedYear {
  year: number;
  /** It is the older of the two, and so on the left. */
  isFirst: boolean;
  /** Null where one of the years has not begun. */
  pair: YearPair | null;
}

interface CellContext {
  year: number;
  compared: ComparedYear | null;
  type: string;
  post: string;
}

/** Such as `9: Loop, P1`, or `10 in 2023, no entry in 2024: Loop, P1`, the older year first. */
export function cellName({ count, before }: HeatMapCell, { year, compared, type, post }: CellContext): string {
  if (compared === null)
    return count === null
      ? t('no entry: {type}, {post}', { type, post })
      : t('{count}: {type}, {post}', { count: countText(count), type, post });
  const [then, now] = compared.isFirst ? [before, count] : [count, before];
  const [older, newer] = compared.isFirst ? [compared.year, year] : [year, compared.year];
  const values = { older, newer, type, post };
  if (then === null)
    return t('no entry in {older}, {count} in {newer}: {type}, {post}', { ...values, count: countText(now ?? 0) });
  return now === null
    ? t('{count} in {older}, no entry in {newer}: {type}, {post}', { ...values, count: countText(then) })
    : t('{before} in {older}, {count} in {newer}: {type}, {post}', {
        ...values,
        before: countText(then),
        count: countText(now),
      });
}

interface HeatMapCell {
  /** Null when only the compared year has an entry. */
  readonly count: number | null;
  /** The count of the compared year; null without an entry, or without such a year. */
  readonly before: number | null;
  /** 0 is no failure, 4 the maximum of the map. */
  readonly level: 0 | 1 | 2 | 3 | 4;
}

/** `before`: of the compared year. Null where nothing is entered. */
export interface HeatMapSum {
  readonly total: number | null;
  readonly before: number | null;
  /** What is compared of the two years. */
  readonly change?: CountPair;
}

export const emptySum: HeatMapSum = { total: null, before: null };

export interface HeatMapRow extends HeatMapSum {
  readonly post: string;
  /** The index of the post among all posts of the record. */
  readonly postIndex: number;
  /** By column; null where the post has no entry of the type. */
  readonly cells: readonly (HeatMapCell | null)[];
}

export interface HeatMapTable {
  readonly types: readonly string[];
  readonly rows: readonly HeatMapRow[];
  readonly totals: readonly HeatMapSum[];
  readonly all: HeatMapSum;
}

interface HeatMapOptions {
  /** The year compared with, whose posts and types are included. */
  compare?: number | null;
  /** The stored posts while editing: they keep the order of columns and rows. Otherwise the worst comes first. */
  saved?: CarPosts | null;
}

/** The map of posts by failure types: counts, sums, and how much of the maximum each count is. */
export function heatMapOf(
  posts: CarPosts,
  year: number,
  { compare = null, saved = null }: HeatMapOptions = {},
): HeatMapTable {
  const types = typesOfBothYears(posts, year, compare, saved ? typesOfYear(saved, year) : []);
  const years = compare === null ? null : { older: Math.min(year, compare), newer: Math.max(year, compare) };
  const lists = [...posts.values()];
  const changeOf = (of: typeof lists, type?: string) => years && { change: countPair(of, years, type) };
  const counted = Array.from(posts, ([post, entries], postIndex) => {
    const [now, then] = [sumsByType(entries, year), compare === null ? null : sumsByType(entries, compare)];
    const counts = types.map((type) => {
      const [sum, other] = [now.get(type), then?.get(type)];
      return sum || other ? { count: sum ? totalOf(sum) : null, before: other ? totalOf(other) : null } : null;
    });
    return { post, postIndex, counts, ...sumOf(counts), ...changeOf([entries]) };
  }).filter(({ counts }) => counts.some((count) => count !== null));
  if (!saved) counted.sort((a, b) => (b.total ?? 0) - (a.total ?? 0) || (b.before ?? 0) - (a.before ?? 0));
  const highest = counted.reduce(
    (top, { counts }) => counts.reduce((most, cell) => Math.max(most, cell?.count ?? 0), top),
    0,
  );
  return {
    types,
    rows: counted.map(({ counts, ...row }) => ({
      ...row,
      cells: counts.map((cell) => cell && { ...cell, level: levelOf(cell.count ?? 0, highest) }),
    })),
    totals: types.map((type, column) => ({
      ...sumOf(counted.map(({ counts }) => counts[column] ?? null)),
      ...changeOf(lists, type),
    })),
    all: { ...sumOf(counted.flatMap(({ counts }) => counts)), ...changeOf(lists) },
  };
}

function sumOf(cells: readonly (Omit<HeatMapCell, 'level'> | null)[]): HeatMapSum {
  return { total: added(cells.map((cell) => cell?.count)), before: added(cells.map((cell) => cell?.before)) };
}

function added(counts: readonly (number | null | undefined)[]): number | null {
  return counts.reduce<number | null>((sum, count) => (typeof count === 'number' ? (sum ?? 0) + count : sum), null);
}

function levelOf(count: number, highest: number): HeatMapCell['level'] {
  if (count === 0) return 0;
  const share = count / highest;
  if (share <= 0.25) return 1;
  if (share <= 0.5) return 2;
  return share <= 0.75 ? 3 : 4;
}

/** A first word up to this length, such as `P1`, is the code of a post. */
const maxCodeWord = 3;
/** Else this many letters are. */
const codeLetters = 8;

/** What a narrow column of each post is headed by: its code or, where two posts would have the same, its whole name. */
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
