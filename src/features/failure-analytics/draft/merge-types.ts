import { isSameEntry, type FailureEntry } from '../../../records/failure/failure-record.ts';
import type { FailureConflict } from './failure-conflict.ts';
import { isDropped, sumEntries, withTypes, type EditOf, type TypeEdit } from './failure-edit.ts';

/** Whether mine is kept. */
export type Decide = (conflict: FailureConflict) => boolean;

export interface PostVersions {
  post: string;
  base: readonly FailureEntry[];
  theirs: readonly FailureEntry[];
  mine: readonly FailureEntry[];
}

export interface MergedTypes {
  /** The edits to keep, in terms of their type names. */
  edits: readonly TypeEdit[];
  /** Types of `base` that they removed and I renamed; true where I keep them. */
  gone: ReadonlyMap<string, boolean>;
}

/**
 * Rebases the type edits of a post onto what somebody else stored. What only one person changed is kept; removing or
 * renaming a type the other changed too needs a decision.
 */
export function mergeTypes(versions: PostVersions, own: readonly TypeEdit[], decide: Decide): MergedTypes {
  const names = renamedTypes(versions.base, versions.theirs);
  const edits: TypeEdit[] = [];
  const gone = new Map<string, boolean>();
  for (const edit of own) {
    const name = names.get(edit.type) ?? edit.type;
    if (edit.kind === 'drop') {
      if (keepsDrop(versions, edit, name, decide)) edits.push({ ...edit, type: name });
    } else {
      const kept = renameOutcome(versions, own, edit, name, decide);
      if (kept === 'renamed') edits.push({ ...edit, type: name });
      if (kept === 'revived' || kept === 'gone') gone.set(edit.type, kept === 'revived');
    }
  }
  return { edits, gone };
}

function keepsDrop({ post, base, theirs }: PostVersions, edit: EditOf<'drop'>, name: string, decide: Decide): boolean {
  const { type, year } = edit;
  const was = base.filter((entry) => isDropped(edit, entry));
  const now = theirs.filter((entry) => isDropped({ type: name, year }, entry));
  if (now.length === 0) return false;
  if (sameEntries(was, now)) return true;
  return decide({
    kind: 'type',
    post,
    type,
    year,
    base: { name: type, entries: was },
    mine: null,
    theirs: { name, entries: now },
  });
}

function renameOutcome(
  { post, base, theirs, mine }: PostVersions,
  own: readonly TypeEdit[],
  { type, to }: EditOf<'retype'>,
  name: string,
  decide: Decide,
): 'renamed' | 'revived' | 'gone' | null {
  if (name === to) return null;
  const was = base.filter((entry) => entry.type === type);
  const now = theirs.filter((entry) => entry.type === name);
  const asked = { kind: 'type', post, type, year: null, base: { name: type, entries: was } } as const;
  if (now.length === 0) {
    // only the response was lost: it is stored already
    const wanted = withTypes(base, own).map(({ entry }) => entry);
    const isTarget = (entry: FailureEntry) => entry.type === to;
    if (sameEntries(wanted.filter(isTarget), theirs.filter(isTarget))) return null;
    return decide({ ...asked, mine: { name: to, entries: mine.filter(isTarget) }, theirs: null }) ? 'revived' : 'gone';
  }
  const before = yearsOfBoth(base, type, to);
  const joined = [...yearsOfBoth(theirs, name, to)].some((year) => !before.has(year));
  if (name === type && !joined) return 'renamed';
  const mineNow = withTypes(theirs, [{ kind: 'retype', post, type: name, to }]).map(({ entry }) => entry);
  return decide({
    ...asked,
    mine: { name: to, entries: mineNow.filter((entry) => entry.type === to), together: joined },
    theirs: { name, entries: now },
  })
    ? 'renamed'
    : null;
}

/** Years in which both types occur, and would be merged under one name. */
function yearsOfBoth(entries: readonly FailureEntry[], type: string, other: string): ReadonlySet<number> {
  const years = new Set(entries.filter((entry) => entry.type === other).map(({ year }) => year));
  return new Set(entries.filter((entry) => entry.type === type && years.has(entry.year)).map(({ year }) => year));
}

/**
 * Types that somebody else renamed. Entries keep their places, so a type was renamed if a new one with one of its
 * counts is where it was. Empty when the entries do not match.
 */
export function renamedTypes(
  base: readonly FailureEntry[],
  theirs: readonly FailureEntry[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const alike = new Set<string>();
  for (const [place, was] of base.entries()) {
    const now = theirs[place];
    if (now?.year !== was.year || (names.get(was.type) ?? now.type) !== now.type) return new Map();
    names.set(was.type, now.type);
    if (isSameEntry(was, { ...now, type: was.type })) alike.add(was.type);
  }
  const before = new Set(base.map(({ type }) => type));
  const after = new Set(theirs.map(({ type }) => type));
  return new Map([...names].filter(([type, to]) => !before.has(to) && !after.has(type) && alike.has(type)));
}

export function sameEntries(one: readonly FailureEntry[], other: readonly FailureEntry[] | undefined): boolean {
  return one.length === other?.length && startsWith(other, one, isSameEntry);
}

export function startsWith(
  list: readonly FailureEntry[],
  start: readonly FailureEntry[],
  isMatch: (one: FailureEntry, other: FailureEntry) => boolean,
): boolean {
  return start.every((entry, i) => {
    const match = list[i];
    return match !== undefined && isMatch(entry, match);
  });
}

/** Restored entries under my new names for their types; merged within a year. */
export function revivedEntries(entries: readonly FailureEntry[]): FailureEntry[] {
  const byYear = new Map<string, FailureEntry>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.type, entry.year]);
    const same = byYear.get(key);
    byYear.set(key, same ? sumEntries(same, entry) : entry);
  }
  return [...byYear.values()];
}
