import { typeLabel } from '../../../records/failure/failure-record.ts';
import type { CountConflict } from './rebase-counts.ts';

/** By `conflictKey`: whose count is kept. */
export type FailureChoices = Readonly<Partial<Record<string, 'mine' | 'theirs'>>>;

/** Includes their count, so that another change asks again. */
export function conflictKey({ post, type, year, nth, side, theirs }: CountConflict): string {
  return JSON.stringify([post, type, year, nth, side, theirs]);
}

export function conflictWords({ post, type, year, nth, side, base, mine, theirs }: CountConflict) {
  const which = nth > 0 ? `, number ${nth + 1}` : '';
  return {
    label: `${post}, ${typeLabel(type)}${which}, ${year}, ${side === 'entrance' ? 'Entrance' : 'Exit'}`,
    before: countWords(base),
    theirs: countWords(theirs),
    mine: countWords(mine),
  };
}

function countWords(count: number | null): string {
  return count === null ? 'no longer there' : count.toLocaleString('en');
}
