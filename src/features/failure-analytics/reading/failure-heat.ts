import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { sumsByType, totalOf, typesOfBothYears, typesOfYear } from '../../../records/failure/failure-totals.ts';

interface HeatMapCell {
  /** Null when only the compared year has an entry. */
  readonly count: number | null;
  /** Of the compared year; null without an entry, or without such a year. */
  readonly before: number | null;
  /** 0 is no failure, 4 the maximum of the map. */
  readonly level: 0 | 1 | 2 | 3 | 4;
}

/** `before`: of the compared year. */
export interface HeatMapSum {
  readonly total: number;
  readonly before: number;
}

export interface HeatMapRow extends HeatMapSum {
  readonly post: string;
  /** Of the post among all posts of the record. */
  readonly place: number;
  /** By column; null where the post has no entry of the type. */
  readonly cells: readonly (HeatMapCell | null)[];
}

interface HeatMapTable {
  readonly types: readonly string[];
  readonly rows: readonly HeatMapRow[];
  readonly totals: readonly HeatMapSum[];
  readonly all: HeatMapSum;
}

interface HeatMapOptions {
  /** Its posts and types are included. */
  compare?: number | null;
  /**
   * While editing, these keep the order of columns and rows, so that nothing moves. Otherwise the worst comes first.
   */
  saved?: CarPosts | null;
}

export function heatMapOf(
  posts: CarPosts,
  year: number,
  { compare = null, saved = null }: HeatMapOptions = {},
): HeatMapTable {
  const types = typesOfBothYears(posts, year, compare, saved ? typesOfYear(saved, year) : []);
  const counted = Array.from(posts, ([post, entries], place) => {
    const [now, then] = [sumsByType(entries, year), compare === null ? null : sumsByType(entries, compare)];
    const counts = types.map((type) => {
      const [sum, other] = [now.get(type), then?.get(type)];
      return sum || other ? { count: sum ? totalOf(sum) : null, before: other ? totalOf(other) : null } : null;
    });
    return { post, place, counts, ...sumOf(counts) };
  }).filter(({ counts }) => counts.some((count) => count !== null));
  if (!saved) counted.sort((one, other) => other.total - one.total || other.before - one.before);
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
    totals: types.map((_, column) => sumOf(counted.map(({ counts }) => counts[column] ?? null))),
    all: sumOf(counted.flatMap(({ counts }) => counts)),
  };
}

function sumOf(cells: readonly (Omit<HeatMapCell, 'level'> | null)[]): HeatMapSum {
  return {
    total: cells.reduce((sum, cell) => sum + (cell?.count ?? 0), 0),
    before: cells.reduce((sum, cell) => sum + (cell?.before ?? 0), 0),
  };
}

function levelOf(count: number, highest: number): HeatMapCell['level'] {
  if (count === 0) return 0;
  const quarter = Math.ceil((count / highest) * 4);
  return quarter <= 1 ? 1 : quarter === 2 ? 2 : quarter === 3 ? 3 : 4;
}
