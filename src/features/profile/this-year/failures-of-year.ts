import { worstPost } from '../../../records/failure/failure-findings.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { hasYear, latestYear, siteSum, totalOf } from '../../../records/failure/failure-totals.ts';

export interface YearFailures {
  /** Of the year so far; null where nothing is entered for it, which is not the same as no failure. */
  total: number | null;
  /** Of the whole year before; null where nothing is entered for it. */
  before: number | null;
  /** Those with the most failures of the year; their places among all posts of the record. */
  worst: readonly { post: string; place: number }[];
  worstTotal: number;
  /** The newest year with entries. */
  latest: number | null;
}

/** Counts have no months, so that a part of a year cannot be compared with the same part of another (`decisions §8`). */
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
