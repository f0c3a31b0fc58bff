import { typeLabel, type FailureEntry, type Side } from '../../../records/failure/failure-record.ts';
import type { EntryPlace } from './failure-edit.ts';
import { sumsByYear } from './counts-by-year.ts';

interface Standing {
  readonly name: string;
  readonly entries: readonly FailureEntry[];
  /** Two types, one of them new, would be merged under the name. */
  readonly together?: boolean;
}

/** Two people changed the same thing differently: a count, a post's name, a failure type of a post, or a whole post. */
export type FailureConflict =
  | (EntryPlace & {
      readonly kind: 'count';
      readonly side: Side;
      readonly base: number;
      readonly mine: number;
      /** Null when the entry is gone. */
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
      /** Null for all years. */
      readonly year: number | null;
    });

interface TwoStandings {
  readonly post: string;
  readonly base: Standing;
  /** Null when removed. */
  readonly mine: Standing | null;
  readonly theirs: Standing | null;
}

/** By `conflictKey`: whose value is kept. */
export type FailureChoices = Readonly<Partial<Record<string, 'mine' | 'theirs'>>>;

/** Includes their value, so that another change asks again. */
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

interface ConflictWords {
  label: string;
  before: string;
  theirs: string;
  mine: string;
}

export function conflictWords(conflict: FailureConflict): ConflictWords {
  if (conflict.kind === 'count') return { label: countLabel(conflict), ...valueWords(conflict, storedCountText) };
  if (conflict.kind === 'name')
    return { label: `Name of the post ${conflict.post}`, ...valueWords(conflict, (name) => name) };
  if (conflict.kind === 'post')
    return {
      label: `The post ${conflict.post}`,
      ...valueWords(conflict, (one) => standingText(one, (name) => name)),
    };
  const { post, type, year } = conflict;
  return {
    label: `${post}, the failure type ${typeLabel(type)}${year === null ? '' : `, ${year}`}`,
    ...valueWords(conflict, (one) => standingText(one, typeLabel)),
  };
}

function valueWords<Value>(
  { base, mine, theirs }: { base: Value; mine: Value; theirs: Value },
  text: (value: Value) => string,
): Omit<ConflictWords, 'label'> {
  return { before: text(base), mine: text(mine), theirs: text(theirs) };
}

function countLabel({ post, type, year, side, nth }: Extract<FailureConflict, { kind: 'count' }>): string {
  const which = nth > 0 ? `, number ${nth + 1}` : '';
  return `${post}, ${typeLabel(type)}${which}, ${year}, ${side === 'entrance' ? 'Entrance' : 'Exit'}`;
}

function storedCountText(count: number | null): string {
  return count === null ? 'no longer there' : count.toLocaleString('en');
}

/** `Loop: 2025 entrance 3, exit 4; 2026 entrance 1, exit 0` */
function standingText(one: Standing | null, label: (name: string) => string): string {
  if (!one) return 'removed';
  return `${label(one.name)}${one.together ? ', added together' : ''}: ${yearWords(one.entries)}`;
}

function yearWords(entries: readonly FailureEntry[]): string {
  const sums = sumsByYear(entries);
  if (sums.length === 0) return 'no entries';
  return sums
    .map(({ year, entrance, exit }) => `${year} entrance ${storedCountText(entrance)}, exit ${storedCountText(exit)}`)
    .join('; ');
}
