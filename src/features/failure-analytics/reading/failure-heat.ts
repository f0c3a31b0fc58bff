import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { sumsByType, totalOf, typesOfYear } from '../../../records/failure/failure-totals.ts';

interface HeatMapCell {
  readonly count: number;
  /** From 0, nothing, to 4, as much as the highest cell of the map. */
  readonly level: 0 | 1 | 2 | 3 | 4;
}

export interface HeatMapRow {
  readonly post: string;
  /** Of the post among all posts of the record. */
  readonly place: number;
  /** By column; null where the post has no entry of the type. */
  readonly cells: readonly (HeatMapCell | null)[];
  readonly total: number;
}

interface HeatMapTable {
  readonly types: readonly string[];
  readonly rows: readonly HeatMapRow[];
  /** By column. */
  readonly totals: readonly number[];
  readonly total: number;
}

/** Posts with entries in a year by failure types. The columns stand in the order of `saved`, new ones after them. */
export function heatMapOf(posts: CarPosts, saved: CarPosts, year: number): HeatMapTable {
  const types = typesOfYear(posts, year, typesOfYear(saved, year));
  const counted = Array.from(posts, ([post, entries], place) => {
    const sums = sumsByType(entries, year);
    const counts = types.map((type) => {
      const sum = sums.get(type);
      return sum ? totalOf(sum) : null;
    });
    return { post, place, counts, total: sumOf(counts) };
  }).filter(({ counts }) => counts.some((count) => count !== null));
  const highest = counted.reduce((top, { counts }) => counts.reduce<number>((a, b) => Math.max(a, b ?? 0), top), 0);
  return {
    types,
    rows: counted.map(({ post, place, counts, total }) => ({
      post,
      place,
      total,
      cells: counts.map((count) => (count === null ? null : { count, level: levelOf(count, highest) })),
    })),
    totals: types.map((_, column) => sumOf(counted.map(({ counts }) => counts[column] ?? null))),
    total: sumOf(counted.map(({ total }) => total)),
  };
}

function sumOf(counts: readonly (number | null)[]): number {
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

function levelOf(count: number, highest: number): HeatMapCell['level'] {
  if (count === 0) return 0;
  const quarter = Math.ceil((count / highest) * 4);
  return quarter <= 1 ? 1 : quarter === 2 ? 2 : quarter === 3 ? 3 : 4;
}

/** The id of a post's heading. By the post's place, because a name can hold anything. */
export function sectionId(place: number): string {
  return `post-${place}`;
}
