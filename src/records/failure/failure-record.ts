import * as v from 'valibot';

/** One line of a car post: how often one kind of failure happened in one year, at each side (`spec §3`). */
export interface FailureEntry {
  readonly type: string;
  readonly entrance: number;
  readonly exit: number;
  readonly year: number;
}

/** Post -> entries in stored order; a Map, so that a post named `__proto__` is only a name. */
export type CarPosts = ReadonlyMap<string, readonly FailureEntry[]>;

// a type, not an interface: only so it counts as JSON for the database's types
type StoredEntry = { type: string; entrance: number; exit: number; year: number };

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const entrySchema = v.object({
  type: v.string(),
  entrance: count,
  exit: count,
  year: v.pipe(v.number(), v.safeInteger()),
});

// the database keeps no order of posts, so that theirs is made here; P10 comes after P9
const byName = new Intl.Collator('en', { numeric: true });

/**
 * The posts of `carpost.json`, by name, with their entries in stored order. What cannot be read is left out, post or
 * single entry; it never throws.
 */
export function readCarPosts(json: unknown): CarPosts {
  const posts = new Map<string, readonly FailureEntry[]>();
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return posts;
  for (const [post, list] of Object.entries(json).toSorted(([one], [other]) => byName.compare(one, other))) {
    if (Array.isArray(list)) posts.set(post, list.filter(isEntry).map(entryOf));
  }
  return posts;
}

/** For the update of `carpost.json`; safe for any name, because `fromEntries` defines and never assigns. */
export function storedCarPosts(posts: CarPosts): Record<string, StoredEntry[]> {
  return Object.fromEntries(Array.from(posts, ([post, entries]) => [post, entries.map(entryOf)]));
}

function isEntry(entry: unknown): entry is FailureEntry {
  return v.is(entrySchema, entry);
}

function entryOf({ type, entrance, exit, year }: FailureEntry): StoredEntry {
  return { type, entrance, exit, year };
}
