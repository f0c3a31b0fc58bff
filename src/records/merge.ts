/*
 * Merges the changes of two people to one record without losing a change silently. A value that only one person changed is taken. A value that
 * both changed differently is returned as a conflict until a person chooses. Values are compared with `===`, so the caller splits a record into
 * paths with primitive values. A record with conflicts must not be saved.
 */
/** A version of a record: its values by path. A missing path means that the version has no such value. */
export type Values<Path, Value> = ReadonlyMap<Path, Value>;

/** A value that two people changed differently; undefined in a version that does not have it. */
export interface MergeConflict<Path, Value> {
  path: Path;
  base: Value | undefined;
  mine: Value | undefined;
  theirs: Value | undefined;
}

/**
 * Merges two changed versions of a record (`decisions §5`). In a conflict without a choice, `merged` has the value of `theirs`.
 * @param choose decides whose value is taken; undefined while no person has decided
 */
export function merge<Path, Value>(
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', Values<Path, Value>>,
  choose: (conflict: MergeConflict<Path, Value>) => 'mine' | 'theirs' | undefined,
): { merged: Values<Path, Value>; conflicts: readonly MergeConflict<Path, Value>[] } {
  // the paths that only `theirs` has are in it already
  const merged = new Map(theirs);
  const conflicts: MergeConflict<Path, Value>[] = [];
  for (const path of new Set([...base.keys(), ...mine.keys()])) {
    const versions = { path, base: base.get(path), mine: mine.get(path), theirs: theirs.get(path) };
    const isTheirsRight = versions.mine === versions.base || versions.mine === versions.theirs;
    const choice = isTheirsRight ? 'theirs' : versions.theirs === versions.base ? 'mine' : choose(versions);
    if (choice === undefined) conflicts.push(versions);
    if (choice !== 'mine') continue;
    if (versions.mine === undefined) merged.delete(path);
    else merged.set(path, versions.mine);
  }
  return { merged, conflicts };
}
