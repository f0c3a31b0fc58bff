import { worstPost } from '../../../records/failure/failure-findings.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { hasYear, latestYear, siteSum, totalOf } from '../../../records/failure/failure-totals.ts';

export interface YearFailures {
  /** This year so far; null without entries, which is not the same as zero. */
  total: number | null;
  /** All of last year; null without entries. */
  before: number | null;
  /** The posts with the most failures this year, and their places among all posts of the record. */
  worst: readonly { post: string; place: number }[];
  worstTotal: number;
  latest: number | null;
}

/** Counts have no months, so part of a year cannot be compared with the same part of another. */
export function countFailures(posts: CarPosts, year: number): YearFailures {
  const known = (one: number) => Array.from(posts.values()).some((entries) => hasYear(entries, one));
  const sum = (one: number) => (known(one) ? totalOf(siteSum(posts, one)) : null);
  const worst = worstPost(posts, year);
  const names = [...posts.keys()];
  return {
    total: sum(year),
    before: sum(year - 1),
    worst: (worst?.names ?? []).map((post) => ({ post, place: names.indexOf(post) })),
    worstTotal: worst?.total ?? 0,
    latest: latestYear(posts),
  };
}
