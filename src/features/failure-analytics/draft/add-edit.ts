import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { changeType, withTypeEdits } from './change-types.ts';
import { indexAt, isSamePlace } from './entry-place.ts';
import { applyEdits, typeEditsOf, withTypes, type EditOf, type FailureEdit } from './failure-edit.ts';

/**
 * The edits with one more. `edit` calls posts and types by the names they show, edits included, and so counts its place.
 * A count that is set back to what it was, and a post or a type that gets its old name back, leave no edit behind; of a
 * post that is removed no other edit is left.
 */
export function addEdit(base: CarPosts, edits: readonly FailureEdit[], edit: FailureEdit): readonly FailureEdit[] {
  const post = ownName(edits, edit.post);
  if (edit.kind === 'count') return withCount(base, edits, { ...edit, post }, edit.post);
  if (edit.kind === 'rename') return withName(edits, { ...edit, post });
  if (edit.kind === 'retype' || edit.kind === 'drop') return changeType(base, edits, { ...edit, post });
  if (edit.kind !== 'remove') return [...edits, { ...edit, post }];
  const others = edits.filter((one) => one.post !== post);
  // what was never stored simply goes
  return base.has(post) ? [...others, { ...edit, post }] : others;
}

/** The edits without one of them, a removal or the new name of a type: what was there before is there again. */
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
  // an issue that is not stored yet is simply added with the other count
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
