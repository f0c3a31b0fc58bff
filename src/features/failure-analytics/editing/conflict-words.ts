import { typeLabel, type FailureEntry } from '../../../records/failure/failure-record.ts';
import type { FailureConflict, Standing } from '../draft/failure-conflict.ts';
import { sumsByYear } from './counts-by-year.ts';

interface ConflictWords {
  label: string;
  before: string;
  theirs: string;
  mine: string;
}

/** What two people made of the same, as it is asked about. */
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
