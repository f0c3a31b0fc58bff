import * as v from 'valibot';
import {
  isSameKind,
  readCarPosts,
  storedCarPosts,
  type CarPosts,
  type FailureEntry,
  type Side,
} from '../../../records/failure/failure-record.ts';
import type { StoredPosts } from '../../../records/failure/failure-queries.ts';

/** Entries have no ids: this is the `nth` (from 0) of its type and year in its post. */
export interface EntryPlace {
  readonly post: string;
  readonly type: string;
  readonly year: number;
  readonly nth: number;
}

/** Null when there is no entry at `index`. */
export function placeOf(post: string, entries: readonly FailureEntry[], index: number): EntryPlace | null {
  const entry = entries[index];
  if (!entry) return null;
  const before = entries.slice(0, index).filter((one) => isSameKind(one, entry));
  return { post, type: entry.type, year: entry.year, nth: before.length };
}

/** The index of an entry; -1 when it is gone. */
export function indexAt(entries: readonly FailureEntry[], { type, year, nth }: Omit<EntryPlace, 'post'>): number {
  let seen = -1;
  return entries.findIndex((entry) => {
    if (entry.type === type && entry.year === year) seen += 1;
    return entry.type === type && entry.year === year && seen === nth;
  });
}

export function isSamePlace(one: EntryPlace, other: EntryPlace): boolean {
  return one.post === other.post && one.type === other.type && one.year === other.year && one.nth === other.nth;
}

/** Renames a failure type of a post in all years, or removes it from one year or all (null). */
export type TypeEdit =
  | { readonly kind: 'retype'; readonly post: string; readonly type: string; readonly to: string }
  | { readonly kind: 'drop'; readonly post: string; readonly type: string; readonly year: number | null };

/**
 * One change. Posts go by their name in the base record, or by the name they were added with; there is at most one edit
 * per count and one new name per post. Type edits use the names of that record and apply first: counts and issues refer
 * to their result, with the new names.
 */
export type FailureEdit =
  | (EntryPlace & { readonly kind: 'count'; readonly side: Side; readonly to: number })
  | {
      readonly kind: 'issue';
      readonly post: string;
      readonly entry: FailureEntry;
      /** As sent by a save without a response: it may be stored already. */
      readonly sent?: FailureEntry | undefined;
    }
  | { readonly kind: 'post'; readonly post: string }
  | { readonly kind: 'rename'; readonly post: string; readonly to: string }
  | { readonly kind: 'remove'; readonly post: string }
  | TypeEdit;

export type EditOf<Kind extends FailureEdit['kind']> = Extract<FailureEdit, { kind: Kind }>;

export function isTypeEdit(edit: FailureEdit): edit is TypeEdit {
  return edit.kind === 'retype' || edit.kind === 'drop';
}

export function typeEditsOf(edits: readonly FailureEdit[], post: string): readonly TypeEdit[] {
  return edits.filter(isTypeEdit).filter((edit) => edit.post === post);
}

/** An entry after the type edits, and the indexes of its stored entries. */
export interface TracedEntry {
  readonly entry: FailureEntry;
  readonly from: readonly number[];
}

/** Entries that end up with the same type and year are merged, as a name stands for one thing. */
export function withTypes(entries: readonly FailureEntry[], edits: readonly TypeEdit[]): TracedEntry[] {
  if (edits.length === 0) return entries.map((entry, place) => ({ entry, from: [place] }));
  const names = new Map(edits.filter((edit) => edit.kind === 'retype').map(({ type, to }) => [type, to]));
  const targets = new Set(names.values());
  const dropped = (entry: FailureEntry) => edits.some((edit) => edit.kind === 'drop' && isDropped(edit, entry));
  const made: TracedEntry[] = [];
  for (const [place, stored] of entries.entries()) {
    if (dropped(stored)) continue;
    const to = names.get(stored.type);
    const entry = to === undefined ? stored : { ...stored, type: to };
    const same = targets.has(entry.type) ? made.findIndex((one) => isSameKind(one.entry, entry)) : -1;
    const found = made[same];
    if (found) made[same] = { entry: sumEntries(found.entry, entry), from: [...found.from, place] };
    else made.push({ entry, from: [place] });
  }
  return made;
}

export function isDropped({ type, year }: Pick<EditOf<'drop'>, 'type' | 'year'>, entry: FailureEntry): boolean {
  return entry.type === type && (year === null || entry.year === year);
}

export function sumEntries(one: FailureEntry, other: FailureEntry): FailureEntry {
  return { ...one, entrance: one.entrance + other.entrance, exit: one.exit + other.exit };
}

/** Applies the edits. Those of missing entries are skipped; posts keep their places, new ones come last. */
export function applyEdits(posts: CarPosts, edits: readonly FailureEdit[]): CarPosts {
  const removed = new Set(edits.filter((edit) => edit.kind === 'remove').map(({ post }) => post));
  const lists = new Map(
    [...posts]
      .filter(([name]) => !removed.has(name))
      .map(([name, entries]) => [name, withTypes(entries, typeEditsOf(edits, name)).map(({ entry }) => entry)]),
  );
  for (const edit of edits) {
    if (edit.kind === 'post' || edit.kind === 'issue') {
      const entries = lists.get(edit.post) ?? [];
      lists.set(edit.post, entries);
      if (edit.kind === 'issue') entries.push(edit.entry);
    }
    if (edit.kind !== 'count') continue;
    const entries = lists.get(edit.post) ?? [];
    const index = indexAt(entries, edit);
    const entry = entries[index];
    if (entry) entries[index] = { ...entry, [edit.side]: edit.to };
  }
  const names = new Map(edits.filter((edit) => edit.kind === 'rename').map(({ post, to }) => [post, to]));
  const named = new Map<string, readonly FailureEntry[]>();
  for (const [name, entries] of lists) {
    const to = names.get(name) ?? name;
    // two posts given the same name are merged, so that nothing is lost
    named.set(to, [...(named.get(to) ?? []), ...entries]);
  }
  return named;
}

/** Unsaved edits, and the record they were made on. */
export interface FailureDraft {
  base: StoredPosts;
  edits: readonly FailureEdit[];
}

const placeShape = { post: v.string(), type: v.string(), year: v.number(), nth: v.number() };
const entryShape = v.object({ type: v.string(), entrance: v.number(), exit: v.number(), year: v.number() });
const editShape = v.variant('kind', [
  v.object({ kind: v.literal('count'), ...placeShape, side: v.picklist(['entrance', 'exit']), to: v.number() }),
  v.object({ kind: v.literal('issue'), post: v.string(), entry: entryShape, sent: v.optional(entryShape) }),
  v.object({ kind: v.literal('post'), post: v.string() }),
  v.object({ kind: v.literal('rename'), post: v.string(), to: v.string() }),
  v.object({ kind: v.literal('remove'), post: v.string() }),
  v.object({ kind: v.literal('retype'), post: v.string(), type: v.string(), to: v.string() }),
  v.object({ kind: v.literal('drop'), post: v.string(), type: v.string(), year: v.nullable(v.number()) }),
]);

/** As stored on this device; drafts of earlier releases have fewer kinds of edits. */
export const failureDraftSchema = v.pipe(
  v.object({ posts: v.unknown(), revision: v.nullable(v.number()), edits: v.pipe(v.array(editShape), v.minLength(1)) }),
  v.transform(({ posts, revision, edits }): FailureDraft => ({
    base: { posts: readCarPosts(posts), revision },
    edits,
  })),
);

export function storedDraft({ base, edits }: FailureDraft): v.InferInput<typeof failureDraftSchema> {
  return { posts: storedCarPosts(base.posts), revision: base.revision, edits: [...edits] };
}
