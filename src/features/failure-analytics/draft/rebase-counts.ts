import { merge, type MergeConflict, type Values } from '../../../records/merge.ts';
import { isSameKind, type CarPosts, type FailureEntry, type Side } from '../../../records/failure/failure-record.ts';
import type { FailureDraft } from './failure-draft.ts';

/** Entries have no ids: this is the `nth` (from 0) of its type and year in its post. */
interface CountPlace {
  post: string;
  type: string;
  year: number;
  nth: number;
  side: Side;
}

/** Two people changed the same count; null where it is not there. */
export interface CountConflict extends CountPlace {
  base: number | null;
  mine: number | null;
  theirs: number | null;
}

/** Whose count is kept; undefined while nobody has decided. */
export type ChooseCount = (conflict: CountConflict) => 'mine' | 'theirs' | undefined;

/**
 * Rebases a draft onto what somebody else stored first: changes of different counts, and issues and posts added by either
 * are all kept. Where both changed a count, it is a conflict until `choose` decides.
 */
export function rebaseCounts(
  { base, posts, sent }: FailureDraft,
  theirs: CarPosts,
  choose: ChooseCount,
): { posts: CarPosts; conflicts: readonly CountConflict[] } {
  const from = sent.find((one) => hasArrived(base.posts, one, theirs)) ?? base.posts;
  const mine = countsByPath(posts, from, theirs);
  const stored = new Map(countsByPath(from));
  // an issue in a post that they removed is asked about: it stood at nothing before
  for (const path of mine.keys()) {
    const place = placeAt(path);
    if (place && from.has(place.post) && !theirs.has(place.post) && !stored.has(path)) stored.set(path, 0);
  }
  const { merged, conflicts } = merge({ base: stored, mine, theirs: countsByPath(theirs) }, (one) => {
    const conflict = countConflict(one);
    return conflict ? choose(conflict) : 'mine';
  });
  return { posts: postsFrom(merged, mine), conflicts: conflicts.flatMap((one) => countConflict(one) ?? []) };
}

/** Whether a save without a response was stored: all that it changed is there. */
function hasArrived(base: CarPosts, sent: CarPosts, theirs: CarPosts): boolean {
  const before = countsByPath(base);
  const now = countsByPath(theirs);
  return [...countsByPath(sent, base)].every(([path, count]) => count === before.get(path) || count === now.get(path));
}

/**
 * Counts by path, and the posts themselves, as one without entries is a post too. Entries beyond those of `stored` are new:
 * they come after those that `theirs` has of their type.
 */
function countsByPath(posts: CarPosts, stored: CarPosts = posts, theirs: CarPosts = stored): Values<string, number> {
  const counts = new Map<string, number>();
  for (const [post, entries] of posts) {
    counts.set(JSON.stringify([post]), 0);
    const known = stored.get(post)?.length ?? 0;
    for (const [index, entry] of entries.entries()) {
      const before = entries.slice(index < known ? 0 : known, index);
      const others = index < known ? 0 : Math.max(...[stored, theirs].map((one) => alike(one.get(post) ?? [], entry)));
      const nth = others + alike(before, entry);
      for (const side of ['entrance', 'exit'] as const) counts.set(pathOf({ post, ...entry, nth, side }), entry[side]);
    }
  }
  return counts;
}

function alike(entries: readonly FailureEntry[], entry: FailureEntry): number {
  return entries.filter((one) => isSameKind(one, entry)).length;
}

/** @param mine has the other side of an entry that is put back for one of its counts. */
function postsFrom(counts: Values<string, number>, mine: Values<string, number>): CarPosts {
  const posts = new Map<string, FailureEntry[]>();
  const seen = new Set<string>();
  for (const path of counts.keys()) {
    const place = placeAt(path);
    const [post = ''] = pathParts(path);
    const entries = posts.get(post) ?? [];
    posts.set(post, entries);
    if (!place) continue;
    const count = (side: Side) => {
      const other = pathOf({ ...place, side });
      return counts.get(other) ?? mine.get(other) ?? 0;
    };
    const key = pathOf({ ...place, side: 'entrance' });
    if (!seen.has(key))
      entries.push({ type: place.type, entrance: count('entrance'), exit: count('exit'), year: place.year });
    seen.add(key);
  }
  return posts;
}

type PathParts = [post: string] | [post: string, type: string, year: number, nth: number, side: Side];

function pathOf({ post, type, year, nth, side }: CountPlace): string {
  return JSON.stringify([post, type, year, nth, side] satisfies PathParts);
}

function pathParts(path: string): PathParts {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `countsByPath`
  return JSON.parse(path) as PathParts;
}

/** Null for a post. */
function placeAt(path: string): CountPlace | null {
  const parts = pathParts(path);
  if (parts.length === 1) return null;
  const [post, type, year, nth, side] = parts;
  return { post, type, year, nth, side };
}

function countConflict({ path, base, mine, theirs }: MergeConflict<string, number>): CountConflict | null {
  const place = placeAt(path);
  return place && { ...place, base: base ?? null, mine: mine ?? null, theirs: theirs ?? null };
}
