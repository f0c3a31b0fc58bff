import { t } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import {
  joinEntries,
  storedTypeLabel,
  type CarPosts,
  type FailureEntry,
  type Rename,
} from '../../../records/failure/failure-record.ts';
import { withPost } from './failure-draft.ts';
import type { StartedYear } from './started-year.ts';

// Renaming and removing posts and failure types: what such a change does to the posts, what the person confirms, and whether somebody else
// has changed the same names meanwhile. Unlike typed counts, such a change is saved as soon as it is confirmed (`decisions §8`).

/** A rename or removal of a post, or of a failure type in some posts. */
export type PostsChange =
  | { readonly kind: 'rename post'; readonly post: string; readonly to: string }
  | { readonly kind: 'remove post'; readonly post: string }
  | { readonly kind: 'rename type'; readonly posts: readonly string[]; readonly type: string; readonly to: string }
  | {
      readonly kind: 'remove type';
      readonly posts: readonly string[];
      readonly type: string;
      /** Null for all years. */
      readonly year: number | null;
    };

export interface YearSum {
  year: number;
  entrance: number;
  exit: number;
  /** How many entries were added up. */
  entries: number;
}

/** The counts of each year, the oldest first. */
export function sumsByYear(entries: readonly FailureEntry[]): readonly YearSum[] {
  const years = new Map<number, YearSum>();
  for (const { year, entrance, exit } of entries) {
    const sum = years.get(year) ?? { year, entrance: 0, exit: 0, entries: 0 };
    years.set(year, { year, entrance: sum.entrance + entrance, exit: sum.exit + exit, entries: sum.entries + 1 });
  }
  return [...years.values()].toSorted((a, b) => a.year - b.year);
}

/** The names of the posts that have entries of a type. */
export function postsWith(posts: CarPosts, type: string): readonly string[] {
  return [...posts].filter(([, entries]) => entries.some((entry) => entry.type === type)).map(([post]) => post);
}

/** The entries whose counts would be added together, by post and year, if `type` were renamed to `to` in the named posts. */
export function addedTogether(
  posts: CarPosts,
  names: readonly string[],
  type: string,
  to: string,
): readonly (YearSum & { post: string; parts: readonly FailureEntry[] })[] {
  return names.flatMap((post) => {
    const entries = (posts.get(post) ?? []).filter((entry) => entry.type === type || entry.type === to);
    return sumsByYear(entries)
      .map((sum) => ({ ...sum, post, parts: entries.filter(({ year }) => year === sum.year) }))
      .filter(({ parts }) => parts.length > 1);
  });
}

/** The posts after the change, in the same order. Entries that get the same type and year are added together. */
export function withChange(posts: CarPosts, change: PostsChange): CarPosts {
  if (change.kind === 'remove post') return withPost(posts, change.post, null);
  if (change.kind === 'rename post')
    return new Map([...posts].map(([post, entries]) => [post === change.post ? change.to : post, entries]));
  return new Map(
    [...posts].map(([post, entries]) => [
      post,
      change.posts.includes(post) ? withTypeChange(entries, change) : entries,
    ]),
  );
}

function withTypeChange(
  entries: readonly FailureEntry[],
  change: Extract<PostsChange, { type: string }>,
): readonly FailureEntry[] {
  if (change.kind === 'remove type') return entries.filter((entry) => !isRemoved(entry, change));
  const { type: from, to } = change;
  if (!entries.some(({ type }) => type === from)) return entries;
  const renamed = entries.map((entry) => (entry.type === from ? { ...entry, type: to } : entry));
  return joinEntries(renamed, (type) => type === to);
}

function isRemoved(entry: FailureEntry, { type, year }: Extract<PostsChange, { kind: 'remove type' }>): boolean {
  return entry.type === type && (year === null || entry.year === year);
}

/** The started years after a change: those of a removed post are left out, those of a renamed post get its new name. */
export function startedAfter(started: readonly StartedYear[], change: PostsChange): readonly StartedYear[] {
  if (change.kind === 'remove post') return started.filter(({ post }) => post !== change.post);
  if (change.kind !== 'rename post') return started;
  return started.map((startedYear) =>
    startedYear.post === change.post ? { ...startedYear, post: change.to } : startedYear,
  );
}

/**
 * The counts that a change would remove or add together, as a text to compare. If the text for the saved posts differs from the text for the
 * posts that the person saw, somebody else has changed those counts, and the person has to confirm the change again.
 */
export function confirmationSnapshot(change: PostsChange, posts: CarPosts): string {
  if (change.kind === 'rename post') return JSON.stringify([posts.has(change.post), posts.has(change.to)]);
  if (change.kind === 'remove post') return JSON.stringify(posts.get(change.post) ?? null);
  if (change.kind === 'remove type')
    return JSON.stringify(
      change.posts.map((post) => posts.get(post)?.filter((entry) => isRemoved(entry, change)) ?? null),
    );
  const { type, to } = change;
  return JSON.stringify([
    change.posts.map((post) => posts.get(post)?.some((entry) => entry.type === type) ?? false),
    addedTogether(posts, change.posts, type, to),
  ]);
}

/** The names of the posts that a change affects, before and after it. */
export function changedPosts(change: PostsChange): readonly string[] {
  if (change.kind === 'rename post') return [change.post, change.to];
  return change.kind === 'remove post' ? [change.post] : change.posts;
}

/**
 * The latest rename after the revision `since` that has a name of `change`; null for none. Returns `done` if these renames are exactly those
 * that `change` makes: it was saved already, and only the answer was lost.
 */
export function renameSince(change: PostsChange, renames: readonly Rename[], since: number): Rename | 'done' | null {
  const posts = changedPosts(change);
  const types = 'type' in change ? [change.type, change.kind === 'rename type' ? change.to : change.type] : [];
  const sameNames = renames.filter(({ revision, post, was, is }) => {
    // a rename of a post itself has no `post`; a rename of a type names the post that it is in
    const names = post === null ? posts : posts.includes(post) ? types : [];
    return revision > since && names.some((name) => name === was || name === is);
  });
  const changeRenames = renamesOf(change);
  const isOfChange = (rename: Rename) =>
    changeRenames.some(({ post, was, is }) => rename.post === post && rename.was === was && rename.is === is);
  if (changeRenames.length > 0 && sameNames.length === changeRenames.length && sameNames.every(isOfChange))
    return 'done';
  return sameNames.at(-1) ?? null;
}

/** The renames that the server records for a change. */
function renamesOf(change: PostsChange): readonly Pick<Rename, 'post' | 'was' | 'is'>[] {
  if (change.kind === 'rename post') return [{ post: null, was: change.post, is: change.to }];
  if (change.kind === 'remove post') return [{ post: null, was: change.post, is: null }];
  const is = change.kind === 'rename type' ? change.to : null;
  return change.posts.map((post) => ({ post, was: change.type, is }));
}

/** A sentence that says what a change did, such as `Loop was removed from P1 and P2.` */
export function changeWords(change: PostsChange): string {
  if (change.kind === 'rename post') return t('{name} was renamed to {to}.', { name: change.post, to: change.to });
  if (change.kind === 'remove post') return t('{name} was removed.', { name: change.post });
  const [type, posts] = [storedTypeLabel(change.type), listedWords(change.posts)];
  if (change.kind === 'rename type') return t('{type} was renamed to {to} in {posts}.', { type, to: change.to, posts });
  return change.year === null
    ? t('{type} was removed from {posts}.', { type, posts })
    : t('{type} was removed from {posts}, {year}.', { type, posts, year: change.year });
}
