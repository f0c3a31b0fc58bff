import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { hasRefusedCharacter, tooLongText } from '../../lib/text-rules.ts';
import { failureTypes, shownWords } from '../known-words.ts';

/** How often one kind of failure happened at a car post in one year, at each side (`spec §3`). */
export interface FailureEntry {
  readonly type: string;
  readonly entrance: number;
  readonly exit: number;
  readonly year: number;
}

export type Side = 'entrance' | 'exit';

/** Entries in stored order. A Map, so that a post named `__proto__` is only a name. */
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

// the database does not keep the order of posts; P10 comes after P9
const byName = new Intl.Collator('en', { numeric: true });

/** A change of a name since an earlier revision, which the database found in a write. */
export const renameSchema = v.object({
  /** The revision that the write made. */
  revision: v.number(),
  /** The post of a failure type; null where a post itself changed its name. */
  post: v.nullable(v.string()),
  /** Null for a removed name that is there again. */
  was: v.nullable(v.string()),
  /** Null for a removed name. */
  is: v.nullable(v.string()),
  /** The counts of each year that left the type `was` for the type `is`; others stayed. */
  taken: v.optional(v.array(v.object({ year: v.number(), entrance: count, exit: count }))),
});
export type Rename = v.InferOutput<typeof renameSchema>;

/** The car posts in stored JSON, sorted by post. What cannot be read is left out; it never throws. */
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

/** Whether two entries are of the same type and year. */
export function isSameKind(entry: FailureEntry, other: FailureEntry): boolean {
  return entry.type === other.type && entry.year === other.year;
}

export function isSameEntry(entry: FailureEntry, other: FailureEntry): boolean {
  return isSameKind(entry, other) && entry.entrance === other.entrance && entry.exit === other.exit;
}

/** Adds the counts of entries of the same year together, in the types to be joined; other entries stay as they are. */
export function joinEntries(entries: readonly FailureEntry[], isJoined: (type: string) => boolean): FailureEntry[] {
  const joined: FailureEntry[] = [];
  for (const entry of entries) {
    const index = isJoined(entry.type) ? joined.findIndex((candidate) => isSameKind(candidate, entry)) : -1;
    const same = joined[index];
    if (same) joined[index] = { ...same, entrance: same.entrance + entry.entrance, exit: same.exit + entry.exit };
    else joined.push(entry);
  }
  return joined;
}

/** A type as it is shown, in the reader's language where it is a usual one (`decisions §17`). */
export function typeLabel(type: string): string {
  return shownWords(failureTypes, storedTypeLabel(type));
}

/** A type as it is stored, for who edits it: an empty type is allowed (`spec §5`) and must still be readable. */
export function storedTypeLabel(type: string): string {
  return type.trim() === '' ? t('(no type)') : type;
}

/** Properties of every JavaScript object, which the database refuses as names. */
const reserved = new Set([
  'constructor',
  'prototype',
  'toString',
  'toLocaleString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
]);

const maxPostName = 80;
const maxIssueType = 120;

/** What is wrong with a post's name, or null. `taken`: the names of the other posts. */
export function checkPostName(name: string, taken: Iterable<string>): string | null {
  if (name.trim() === '') return t('Give the post a name.');
  const tooLong = tooLongText(name, maxPostName);
  if (tooLong !== null) return tooLong;
  if (hasRefusedCharacter(name)) return t('Use ordinary characters on one line only.');
  if (name.startsWith('__') || reserved.has(name)) return t('This name is reserved. Choose another one.');
  return [...taken].includes(name) ? t('Another post has this name.') : null;
}

/** What is wrong with the type of an issue, or null. It may be empty (`spec §5`). */
export function checkIssueType(type: string): string | null {
  const tooLong = tooLongText(type, maxIssueType);
  if (tooLong !== null) return tooLong;
  return hasRefusedCharacter(type) ? t('Use ordinary characters on one line only.') : null;
}

/** What is wrong with a type's new name, or null. */
export function checkTypeName(type: string): string | null {
  return type.trim() === '' ? t('Give the failure type a name.') : checkIssueType(type);
}
