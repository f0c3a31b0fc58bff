import * as v from 'valibot';
import type { StoredPosts } from '../../../records/failure/failure-queries.ts';
import { readCarPosts, storedCarPosts } from '../../../records/failure/failure-record.ts';
import type { FailureEdit } from './failure-edit.ts';

/** What was changed and not saved, over the record as it was then. */
export interface FailureDraft {
  base: StoredPosts;
  edits: readonly FailureEdit[];
}

const place = { post: v.string(), type: v.string(), year: v.number(), nth: v.number() };
const entry = v.object({ type: v.string(), entrance: v.number(), exit: v.number(), year: v.number() });
const edit = v.variant('kind', [
  v.object({ kind: v.literal('count'), ...place, side: v.picklist(['entrance', 'exit']), to: v.number() }),
  v.object({ kind: v.literal('issue'), post: v.string(), entry, sent: v.optional(entry) }),
  v.object({ kind: v.literal('post'), post: v.string() }),
  v.object({ kind: v.literal('rename'), post: v.string(), to: v.string() }),
  v.object({ kind: v.literal('remove'), post: v.string() }),
  v.object({ kind: v.literal('retype'), post: v.string(), type: v.string(), to: v.string() }),
  v.object({ kind: v.literal('drop'), post: v.string(), type: v.string(), year: v.nullable(v.number()) }),
]);

/** A draft as this device keeps it; those of earlier releases have fewer kinds of edits. */
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
