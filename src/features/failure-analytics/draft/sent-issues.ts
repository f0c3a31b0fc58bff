import { isSameEntry, isSameKind, type FailureEntry, type Side } from '../../../records/failure/failure-record.ts';
import { placeOf, type EditOf, type FailureDraft, type FailureEdit } from './failure-edit.ts';

type Issue = EditOf<'issue'>;

/** Issues of a save without a response remember what was sent, as they may be stored; later ones stay as they are. */
export function withSentIssues(draft: FailureDraft | null, sent: FailureDraft): FailureDraft | null {
  if (!draft) return null;
  const seen = new Map<string, number>();
  const edits = draft.edits.map((edit) => {
    if (edit.kind !== 'issue') return edit;
    const nth = seen.get(edit.post) ?? 0;
    seen.set(edit.post, nth + 1);
    const then = sent.edits.filter((one): one is Issue => one.kind === 'issue' && one.post === edit.post)[nth];
    return then && isSameKind(then.entry, edit.entry) ? { ...edit, sent: edit.sent ?? then.entry } : edit;
  });
  return { ...draft, edits };
}

/**
 * The issues of a post (called `post` in `theirs`) still to be added. One stored by an earlier save whose response was
 * lost is not added again; changes made since become edits of its counts.
 * @param before the post's entries before the issues were added.
 */
export function remainingIssues(
  issues: readonly Issue[],
  post: string,
  theirs: readonly FailureEntry[],
  before: readonly FailureEntry[],
): FailureEdit[] {
  const taken = new Set<number>();
  return issues.flatMap((issue): FailureEdit[] => {
    const { entry, sent } = issue;
    const known = sent ? before.filter((one) => isSameKind(one, sent)).length : 0;
    const index = theirs.findIndex(
      (one, at) => sent && !taken.has(at) && isSameEntry(one, sent) && (placeOf(post, theirs, at)?.nth ?? -1) >= known,
    );
    const stored = theirs[index];
    const place = placeOf(post, theirs, index);
    if (!stored || !place) return [{ kind: 'issue', post, entry }];
    taken.add(index);
    return (['entrance', 'exit'] as const satisfies readonly Side[])
      .filter((side) => entry[side] !== stored[side])
      .map((side) => ({ kind: 'count', ...place, side, to: entry[side] }));
  });
}
