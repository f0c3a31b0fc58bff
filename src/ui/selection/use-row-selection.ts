import { useCallback, useMemo, useRef, useState } from 'react';

/** The selected rows of a list. A row stays selected when a search hides it. */
export interface RowSelection {
  ids: ReadonlySet<number>;
  /** Whether the last change concerned all rows, and not a pressed row. The checkboxes of hundreds of rows may then be updated a little later. */
  asWhole: boolean;
  /**
   * Selects or deselects a row. The function never changes, because the rows are memoised.
   * @param among for a range, the ids in the order of the list: all rows from the last pressed row to this row get the same state. Null for
   *   this row alone.
   */
  select: (id: number, on: boolean, among: readonly number[] | null) => void;
  selectAll: (ids: readonly number[], on: boolean) => void;
  clear: () => void;
}

interface SelectedRows extends Pick<RowSelection, 'asWhole'> {
  chosen: ReadonlySet<number>;
}

/** @param existingIds the ids of all rows of the list; a row that no longer exists is no longer selected */
export function useRowSelection(existingIds: readonly number[]): RowSelection {
  const [{ chosen, asWhole }, setChosen] = useState<SelectedRows>({ chosen: new Set(), asWhole: true });
  const lastPressedId = useRef<number | null>(null);
  const ids = useMemo(() => new Set(existingIds.filter((id) => chosen.has(id))), [chosen, existingIds]);

  const change = useCallback(
    (changed: readonly number[], on: boolean, whole: boolean) =>
      setChosen((previous) => {
        const next = new Set(previous.chosen);
        for (const id of changed)
          if (on) next.add(id);
          else next.delete(id);
        return { chosen: next, asWhole: whole };
      }),
    [],
  );
  const select = useCallback(
    (id: number, on: boolean, among: readonly number[] | null) => {
      const previousId = lastPressedId.current;
      lastPressedId.current = id;
      change(among === null || previousId === null ? [id] : rowsBetween(among, previousId, id), on, false);
    },
    [change],
  );
  const selectAll = useCallback((all: readonly number[], on: boolean) => change(all, on, true), [change]);
  const clear = useCallback(() => setChosen({ chosen: new Set(), asWhole: true }), []);
  return { ids, asWhole, select, selectAll, clear };
}

/** The ids from `first` to `last`, both included, in either direction. Only `last` if one of them is not in the list. */
function rowsBetween(among: readonly number[], first: number, last: number): readonly number[] {
  const [from, to] = [among.indexOf(first), among.indexOf(last)];
  return from < 0 || to < 0 ? [last] : among.slice(Math.min(from, to), Math.max(from, to) + 1);
}
