import type { FailureEntry, Side } from '../../../records/failure/failure-record.ts';
import type { EntryPlace } from './entry-place.ts';

/** What a post or a failure type is called, and what stands there. */
export interface Standing {
  readonly name: string;
  readonly entries: readonly FailureEntry[];
  /** Counts of two types, one of them new, would be added together under the name. */
  readonly together?: boolean;
}

/** The same was changed by two people to different ends: a count, a post's name, a failure type of a post, a whole post. */
export type FailureConflict =
  | (EntryPlace & {
      readonly kind: 'count';
      readonly side: Side;
      readonly base: number;
      readonly mine: number;
      /** Null: the entry is not there any more. */
      readonly theirs: number | null;
    })
  | {
      readonly kind: 'name';
      readonly post: string;
      readonly base: string;
      readonly mine: string;
      readonly theirs: string;
    }
  | (TwoStandings & { readonly kind: 'post' })
  | (TwoStandings & {
      readonly kind: 'type';
      readonly type: string;
      /** The one year that was meant; null for all. */
      readonly year: number | null;
    });

interface TwoStandings {
  readonly post: string;
  readonly base: Standing;
  /** Null: removed. */
  readonly mine: Standing | null;
  readonly theirs: Standing | null;
}

/** Whose value is kept, by `conflictKey`. */
export type FailureChoices = Readonly<Partial<Record<string, 'mine' | 'theirs'>>>;

/** Tells one conflict from the others. Their value is part of it: when it changes again, it is asked again. */
export function conflictKey(conflict: FailureConflict): string {
  const { kind, post, theirs } = conflict;
  const place =
    kind === 'count'
      ? [conflict.type, conflict.year, conflict.nth, conflict.side]
      : kind === 'type'
        ? [conflict.type, conflict.year]
        : [];
  return JSON.stringify([kind, post, ...place, theirs]);
}
