import { isSameKind, type CarPosts, type FailureEntry } from '../../../records/failure/failure-record.ts';
import {
  applyEdits,
  indexAt,
  isDropped,
  isSamePlace,
  isTypeEdit,
  placeOf,
  sumEntries,
  typeEditsOf,
  withTypes,
  type EditOf,
  type FailureEdit,
  type TypeEdit,
} from './failure-edit.ts';

/**
 * Adds an edit. `edit` uses the names of posts and types as shown, and positions to match. A count set back to its old
 * value, or a post or type given its old name, leaves no edit; a removed post keeps no other edit.
 */
export function addEdit(base: CarPosts, edits: readonly FailureEdit[], edit: FailureEdit): readonly FailureEdit[] {
  const post = ownName(edits, edit.post);
  if (edit.kind === 'count') return withCount(base, edits, { ...edit, post }, edit.post);
  if (edit.kind === 'rename') return withName(edits, { ...edit, post });
  if (edit.kind === 'retype' || edit.kind === 'drop') return changeType(base, edits, { ...edit, post });
  if (edit.kind !== 'remove') return [...edits, { ...edit, post }];
  const others = edits.filter((one) => one.post !== post);
  // a post that was never stored just disappears
  return base.has(post) ? [...others, { ...edit, post }] : others;
}

/** Undoes a removal or the new name of a type, restoring what was there before. */
export function withoutEdit(base: CarPosts, edits: readonly FailureEdit[], edit: FailureEdit): readonly FailureEdit[] {
  if (edit.kind !== 'retype' && edit.kind !== 'drop') return edits.filter((one) => one !== edit);
  const types = typeEditsOf(edits, edit.post).filter((one) => one !== edit);
  return withTypeEdits(base, edits, edit.post, types, null);
}

function withName(edits: readonly FailureEdit[], edit: EditOf<'rename'>): readonly FailureEdit[] {
  const { post, to } = edit;
  if (edits.some((one) => one.kind === 'post' && one.post === post))
    return edits.map((one) => (one.post === post ? { ...one, post: to } : one));
  const others = edits.filter((one) => one.kind !== 'rename' || one.post !== post);
  return post === to ? others : [...others, edit];
}

function withCount(
  base: CarPosts,
  edits: readonly FailureEdit[],
  edit: EditOf<'count'>,
  shown: string,
): readonly FailureEdit[] {
  const stored = withTypes(base.get(edit.post) ?? [], typeEditsOf(edits, edit.post));
  const index = indexAt(applyEdits(base, edits).get(shown) ?? [], edit);
  const entry = stored[index]?.entry;
  if (entry) {
    const others = edits.filter((one) => one.kind !== 'count' || one.side !== edit.side || !isSamePlace(one, edit));
    return entry[edit.side] === edit.to ? others : [...others, edit];
  }
  // an issue that is not stored yet simply has the other count added
  let added = stored.length - 1;
  return edits.map((one) => {
    if (one.kind !== 'issue' || one.post !== edit.post) return one;
    added += 1;
    return added === index ? { ...one, entry: { ...one.entry, [edit.side]: edit.to } } : one;
  });
}

function ownName(edits: readonly FailureEdit[], shown: string): string {
  const renames = edits.filter((edit) => edit.kind === 'rename');
  return renames.find(({ to }) => to === shown)?.post ?? shown;
}

/** Renames or removes a type of a post; `edit` has the post's name in the edits, and the type's as shown. */
function changeType(base: CarPosts, edits: readonly FailureEdit[], edit: TypeEdit): readonly FailureEdit[] {
  const { post } = edit;
  const types = typeEditsOf(edits, post);
  const stored = base.get(post) ?? [];
  const shown = withTypes(stored, types);
  // several stored types may show the same name
  const own = new Set(
    shown
      .filter(({ entry }) => (edit.kind === 'drop' ? isDropped(edit, entry) : entry.type === edit.type))
      .flatMap(({ from }) => from.flatMap((place) => stored[place]?.type ?? [])),
  );
  if (edit.kind === 'retype') {
    const others = types.filter((one) => one.kind !== 'retype' || !own.has(one.type));
    const renamed = [...own].filter((type) => type !== edit.to).map((type) => ({ ...edit, type }));
    return withTypeEdits(base, edits, post, [...others, ...renamed], edit);
  }
  const others = types.filter((one) => edit.year !== null || !own.has(one.type));
  return withTypeEdits(base, edits, post, [...others, ...[...own].map((type) => ({ ...edit, type }))], edit);
}

/**
 * Replaces the type edits of a post. Typed counts follow their entries and are summed where entries merge; those typed
 * for a merged entry that splits again are dropped.
 * @param done what was done to the types as shown, and so to issues not stored yet; null for nothing.
 */
function withTypeEdits(
  base: CarPosts,
  edits: readonly FailureEdit[],
  post: string,
  types: readonly TypeEdit[],
  done: TypeEdit | null,
): readonly FailureEdit[] {
  const stored = base.get(post) ?? [];
  const before = withTypes(stored, typeEditsOf(edits, post));
  const counts = edits.filter((edit) => edit.kind === 'count' && edit.post === post);
  const shown = applyEdits(new Map([[post, before.map(({ entry }) => entry)]]), counts).get(post) ?? [];
  const after = withTypes(stored, types);
  const entries = after.map(({ entry, from }) => {
    const parts = before.flatMap((one, index) => (one.from.every((place) => from.includes(place)) ? [index] : []));
    const places = parts.flatMap((index) => before[index]?.from ?? []);
    const [first, ...others] = parts.flatMap((index) => shown[index] ?? []);
    if (!first || places.length !== from.length) return entry;
    return { ...others.reduce(sumEntries, first), type: entry.type };
  });

  const issues: FailureEntry[] = [];
  for (const one of edits) {
    if (one.kind !== 'issue' || one.post !== post || (done?.kind === 'drop' && isDropped(done, one.entry))) continue;
    const to = done?.kind === 'retype' ? done.to : null;
    const entry = to !== null && one.entry.type === done?.type ? { ...one.entry, type: to } : one.entry;
    const same = (other: FailureEntry) => entry.type === to && isSameKind(other, entry);
    const [inStored, inIssues] = [entries.findIndex(same), issues.findIndex(same)];
    const [storedOne, issue] = [entries[inStored], issues[inIssues]];
    if (storedOne) entries[inStored] = sumEntries(storedOne, entry);
    else if (issue) issues[inIssues] = sumEntries(issue, entry);
    else issues.push(entry);
  }

  return [
    ...edits.filter((one) => one.post !== post || !(isTypeEdit(one) || one.kind === 'count' || one.kind === 'issue')),
    ...types,
    ...countEdits(
      post,
      after.map(({ entry }) => entry),
      entries,
    ),
    ...issues.map((entry): FailureEdit => ({ kind: 'issue', post, entry })),
  ];
}

/** Edits that turn the counts of one list into those of another with the same entries. */
function countEdits(post: string, from: readonly FailureEntry[], to: readonly FailureEntry[]): EditOf<'count'>[] {
  return from.flatMap((entry, index) => {
    const place = placeOf(post, from, index);
    const next = to[index];
    if (!place || !next) return [];
    return (['entrance', 'exit'] as const)
      .filter((side) => entry[side] !== next[side])
      .map((side) => ({ kind: 'count' as const, ...place, side, to: next[side] }));
  });
}
