/*
 * Merges two changes of one record. It promises that nothing is lost silently: a value that only one person changed is taken, and
 * one that both changed differently is returned as a conflict until somebody chooses. It compares values with `===`, so a caller
 * cuts a record into paths with simple values. It costs three maps of the record and no request. Nothing can fail here; a record
 * with conflicts is not to be stored.
 */
/** A version of a record, as values by path. A path that it lacks is not there. */
export type Values<Path, Value> = ReadonlyMap<Path, Value>;

/** A value that two people changed differently; undefined where it is not there. */
export interface MergeConflict<Path, Value> {
  path: Path;
  base: Value | undefined;
  mine: Value | undefined;
  theirs: Value | undefined;
}

/**
 * Merges what two people made of a record (`decisions §5`). A conflict without a choice has their value until somebody decides.
 * @param choose whose value wins; undefined while nobody has decided
 */
export function merge<Path, Value>(
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', Values<Path, Value>>,
  choose: (conflict: MergeConflict<Path, Value>) => 'mine' | 'theirs' | undefined,
): { merged: Values<Path, Value>; conflicts: readonly MergeConflict<Path, Value>[] } {
  // what only they have is in it already
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
