import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { hasRefusedCharacter, tooLongText } from '../../lib/text-rules.ts';
import { failureTypes, shownWords } from '../known-words.ts';

/** How often one type of failure happened at a car post in one year, at the entrance and at the exit (`spec §3`). */
export interface FailureEntry {
  readonly type: string;
  readonly entrance: number;
  readonly exit: number;
  readonly year: number;
}

export type Side = 'entrance' | 'exit';

/** The entries of each post in the order of the record. It is a Map, so that a post named `__proto__` does no harm. */
export type CarPosts = ReadonlyMap<string, readonly FailureEntry[]>;

// a type, because an interface does not count as JSON for the database's types
type StoredEntry = { type: string; entrance: number; exit: number; year: number };

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const entrySchema = v.object({
  type: v.string(),
  entrance: count,
  exit: count,
  year: v.pipe(v.number(), v.safeInteger()),
});

// sorts posts, because the database does not preserve their order; P10 comes after P9
const byName = new Intl.Collator('en', { numeric: true });

/** A change of a name since an earlier revision, which the database found in a write. */
export const renameSchema = v.object({
  /** The revision that the write made. */
  revision: v.number(),
  /** The post of the renamed failure type; null when a post itself was renamed. */
  post: v.nullable(v.string()),
  /** The earlier name; null for a removed name that was added again. */
  was: v.nullable(v.string()),
  /** The new name; null for a removed name. */
  is: v.nullable(v.string()),
  /** The counts of each year that were moved from the type `was` to the type `is`, if not all were. */
  taken: v.optional(v.array(v.object({ year: v.number(), entrance: count, exit: count }))),
});
export type Rename = v.InferOutput<typeof renameSchema>;

/** The car posts in stored JSON, sorted by post. Posts and entries that cannot be read are left out; it never throws. */
export function readCarPosts(json: unknown): CarPosts {
  const posts = new Map<string, readonly FailureEntry[]>();
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return posts;
  for (const [post, list] of Object.entries(json).toSorted(([name], [other]) => byName.compare(name, other))) {
    if (Array.isArray(list)) posts.set(post, list.filter(isEntry).map(toStored));
  }
  return posts;
}

/** The car posts as JSON. Safe for any name, because `fromEntries` defines and never assigns. */
export function storedCarPosts(posts: CarPosts): Record<string, StoredEntry[]> {
  return Object.fromEntries(Array.from(posts, ([post, entries]) => [post, entries.map(toStored)]));
}

function isEntry(entry: unknown): entry is FailureEntry {
  return v.is(entrySchema, entry);
}

function toStored({ type, entrance, exit, year }: FailureEntry): StoredEntry {
  return { type, entrance, exit, year };
}

/** Whether two entries have the same type and year. */
export function isSameKind(entry: FailureEntry, other: FailureEntry): boolean {
  return entry.type === other.type && entry.year === other.year;
}

export function isSameEntry(entry: FailureEntry, other: FailureEntry): boolean {
  return isSameKind(entry, other) && entry.entrance === other.entrance && entry.exit === other.exit;
}

/** Joins entries of the same type and year by adding their counts. @param isJoined for which types; entries of other types stay as they are */
export function joinEntries(entries: readonly FailureEntry[], isJoined: (type: string) => boolean): FailureEntry[] {
  const joined: FailureEntry[] = [];
  for (const entry of entries) {
    const index = isJoined(entry.type) ? joined.findIndex((candidate) => isSameKind(candidate, entry)) : -1;
    const earlierEntry = joined[index];
    if (earlierEntry)
      joined[index] = {
        ...earlierEntry,
        entrance: earlierEntry.entrance + entry.entrance,
        exit: earlierEntry.exit + entry.exit,
      };
    else joined.push(entry);
  }
  return joined;
}

/** The label of a type for readers. A usual type is in the reader's language (`decisions §17`). */
export function typeLabel(type: string): string {
  return shownWords(failureTypes, storedTypeLabel(type));
}

/** The label of a stored type for editors. An empty type, which is allowed (`spec §5`), gets a label too. */
export function storedTypeLabel(type: string): string {
  return type.trim() === '' ? t('(no type)') : type;
}

/** Properties of every JavaScript object, which the database refuses as names. */
const reservedNames = new Set([
  'constructor',
  'prototype',
  'toString',
  'toLocaleString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
]);

// the longest names in characters, as in the database
const maxPostName = 80;
const maxTypeName = 120;

/** The message about a post's name that is not allowed, or null. @param taken the names of the other posts */
export function checkPostName(name: string, taken: Iterable<string>): string | null {
  if (name.trim() === '') return t('Give the post a name.');
  const tooLong = tooLongText(name, maxPostName);
  if (tooLong !== null) return tooLong;
  if (hasRefusedCharacter(name)) return t('Use ordinary characters on one line only.');
  if (name.startsWith('__') || reservedNames.has(name)) return t('This name is reserved. Choose another one.');
  return [...taken].includes(name) ? t('Another post has this name.') : null;
}

/** The message about an entry's failure type that is not allowed, or null. It may be empty (`spec §5`). */
export function checkIssueType(type: string): string | null {
  const tooLong = tooLongText(type, maxTypeName);
  if (tooLong !== null) return tooLong;
  return hasRefusedCharacter(type) ? t('Use ordinary characters on one line only.') : null;
}

/** The message about a new name of a type that is not allowed, or null. */
export function checkTypeName(type: string): string | null {
  return type.trim() === '' ? t('Give the failure type a name.') : checkIssueType(type);
}
