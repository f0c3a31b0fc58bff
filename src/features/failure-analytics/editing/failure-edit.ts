import * as v from 'valibot';
import type { StoredPosts } from '../../../records/failure/failure-queries.ts';
import {
  isSameKind,
  readCarPosts,
  storedCarPosts,
  type CarPosts,
  type FailureEntry,
  type Side,
} from '../../../records/failure/failure-record.ts';

/** Where an entry stands: posts know no ids, so it is the `nth` (from 0) of its type and year in its post. */
export interface EntryPlace {
  readonly post: string;
  readonly type: string;
  readonly year: number;
  readonly nth: number;
}

/**
 * One thing that was changed. Posts are called by the name they have in the record the edits were made over, or by the
 * name they were added with; there is at most one edit for a count and one new name for a post.
 */
export type FailureEdit =
  | (EntryPlace & { readonly kind: 'count'; readonly side: Side; readonly to: number })
  | { readonly kind: 'issue'; readonly post: string; readonly entry: FailureEntry }
  | { readonly kind: 'post'; readonly post: string }
  | { readonly kind: 'rename'; readonly post: string; readonly to: string };

type Count = Extract<FailureEdit, { kind: 'count' }>;
type Rename = Extract<FailureEdit, { kind: 'rename' }>;

/** What was changed and not saved, over the record as it was then. */
export interface FailureDraft {
  base: StoredPosts;
  edits: readonly FailureEdit[];
}

/** The greatest count that is stored. */
export const maxCount = 999_999;

/** What was typed as a count: empty or no number is 0, and so is less than 0 (`spec §5`, analytics numbers). */
export function readCount(typed: string): number {
  const count = Number.parseInt(typed, 10);
  return Number.isNaN(count) ? 0 : Math.min(Math.max(count, 0), maxCount);
}

/** Where the entry at `index` of a list stands; null when there is none. */
export function placeOf(post: string, entries: readonly FailureEntry[], index: number): EntryPlace | null {
  const entry = entries[index];
  if (!entry) return null;
  const before = entries.slice(0, index).filter((one) => isSameKind(one, entry));
  return { post, type: entry.type, year: entry.year, nth: before.length };
}

/** The place in a list of the entry that stands there; -1 when it is gone. */
export function indexAt(entries: readonly FailureEntry[], { type, year, nth }: Omit<EntryPlace, 'post'>): number {
  let seen = -1;
  return entries.findIndex((entry) => {
    if (entry.type === type && entry.year === year) seen += 1;
    return entry.type === type && entry.year === year && seen === nth;
  });
}

/** The record with the edits made. Entries that are gone are left alone; posts keep their places, new ones come last. */
export function applyEdits(posts: CarPosts, edits: readonly FailureEdit[]): CarPosts {
  const lists = new Map([...posts].map(([name, entries]) => [name, [...entries]]));
  for (const edit of edits) {
    if (edit.kind === 'rename') continue;
    const entries = lists.get(edit.post) ?? [];
    if (edit.kind !== 'count') lists.set(edit.post, entries);
    if (edit.kind === 'issue') entries.push(edit.entry);
    if (edit.kind !== 'count') continue;
    const index = indexAt(entries, edit);
    const entry = entries[index];
    if (entry) entries[index] = { ...entry, [edit.side]: edit.to };
  }
  const names = new Map(edits.filter((edit) => edit.kind === 'rename').map(({ post, to }) => [post, to]));
  const named = new Map<string, readonly FailureEntry[]>();
  for (const [name, entries] of lists) {
    const to = names.get(name) ?? name;
    // two posts that were given one name are one post: nothing of either is lost
    named.set(to, [...(named.get(to) ?? []), ...entries]);
  }
  return named;
}

/**
 * The edits with one more. `edit` calls posts by the names they show, edits included, and so counts its place. A count
 * that is set back to what it was, and a post that gets its old name back, leave no edit behind.
 */
export function addEdit(base: CarPosts, edits: readonly FailureEdit[], edit: FailureEdit): readonly FailureEdit[] {
  const post = ownName(edits, edit.post);
  if (edit.kind === 'count') return withCount(base, edits, { ...edit, post }, edit.post);
  if (edit.kind !== 'rename') return [...edits, { ...edit, post }];
  if (edits.some((one) => one.kind === 'post' && one.post === post))
    return edits.map((one) => (one.post === post ? { ...one, post: edit.to } : one));
  const others = edits.filter((one) => one.kind !== 'rename' || one.post !== post);
  return post === edit.to ? others : [...others, { ...edit, post }];
}

function withCount(base: CarPosts, edits: readonly FailureEdit[], edit: Count, shown: string): readonly FailureEdit[] {
  const stored = base.get(edit.post) ?? [];
  const index = indexAt(applyEdits(base, edits).get(shown) ?? [], edit);
  const entry = stored[index];
  if (entry) {
    const others = edits.filter((one) => one.kind !== 'count' || one.side !== edit.side || !isPlace(one, edit));
    return entry[edit.side] === edit.to ? others : [...others, edit];
  }
  // an issue that is not stored yet is simply added with the other count
  let added = stored.length - 1;
  return edits.map((one) => {
    if (one.kind !== 'issue' || one.post !== edit.post) return one;
    added += 1;
    return added === index ? { ...one, entry: { ...one.entry, [edit.side]: edit.to } } : one;
  });
}

/** The name of a post in the edits, by the name that it shows. */
function ownName(edits: readonly FailureEdit[], shown: string): string {
  const renames = edits.filter((edit): edit is Rename => edit.kind === 'rename');
  return renames.find(({ to }) => to === shown)?.post ?? shown;
}

function isPlace(one: EntryPlace, other: EntryPlace): boolean {
  return one.post === other.post && one.type === other.type && one.year === other.year && one.nth === other.nth;
}

const place = { post: v.string(), type: v.string(), year: v.number(), nth: v.number() };
const entry = v.object({ type: v.string(), entrance: v.number(), exit: v.number(), year: v.number() });
const edit = v.variant('kind', [
  v.object({ kind: v.literal('count'), ...place, side: v.picklist(['entrance', 'exit']), to: v.number() }),
  v.object({ kind: v.literal('issue'), post: v.string(), entry }),
  v.object({ kind: v.literal('post'), post: v.string() }),
  v.object({ kind: v.literal('rename'), post: v.string(), to: v.string() }),
]);

export const failureDraftSchema = v.pipe(
  v.object({ posts: v.unknown(), revision: v.nullable(v.number()), edits: v.pipe(v.array(edit), v.minLength(1)) }),
  v.transform(({ posts, revision, edits }): FailureDraft => ({
    base: { posts: readCarPosts(posts), revision },
    edits,
  })),
);

export function storedDraft({ base, edits }: FailureDraft): v.InferInput<typeof failureDraftSchema> {
  return { posts: storedCarPosts(base.posts), revision: base.revision, edits: [...edits] };
}
