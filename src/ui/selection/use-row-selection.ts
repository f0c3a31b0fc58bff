import { useCallback, useMemo, useRef, useState } from 'react';

/** The rows of a list that are selected, whether a search shows them or not. */
export interface RowSelection {
  ids: ReadonlySet<number>;
  /** Whether the last change was of all rows, not by a press on one: then the marks of hundreds of rows may follow a little later. */
  asWhole: boolean;
  /**
   * Selects a row, or not. @param among with a range, all that are listed between it and the one pressed before become the
   * same: the ids in the order of the list; null for this one alone. Never changes, so that rows stay as they are.
   */
  select: (id: number, on: boolean, among: readonly number[] | null) => void;
  selectAll: (ids: readonly number[], on: boolean) => void;
  clear: () => void;
}

interface SelectedRows extends Pick<RowSelection, 'asWhole'> {
  chosen: ReadonlySet<number>;
}

/** @param existingIds ids of all rows there are: one that is gone is not selected any more. */
export function useRowSelection(existingIds: readonly number[]): RowSelection {
  const [{ chosen, asWhole }, setChosen] = useState<SelectedRows>({ chosen: new Set(), asWhole: true });
  const pressed = useRef<number | null>(null);
  const ids = useMemo(() => new Set(existingIds.filter((id) => chosen.has(id))), [chosen, existingIds]);

  const change = useCallback(
    (changed: readonly number[], on: boolean, whole: boolean) =>
      setChosen((before) => {
        const next = new Set(before.chosen);
        for (const id of changed)
          if (on) next.add(id);
          else next.delete(id);
        return { chosen: next, asWhole: whole };
      }),
    [],
  );
  const select = useCallback(
    (id: number, on: boolean, among: readonly number[] | null) => {
      const last = pressed.current;
      pressed.current = id;
      change(among === null || last === null ? [id] : rowsBetween(among, last, id), on, false);
    },
    [change],
  );
  const selectAll = useCallback((all: readonly number[], on: boolean) => change(all, on, true), [change]);
  const clear = useCallback(() => setChosen({ chosen: new Set(), asWhole: true }), []);
  return { ids, asWhole, select, selectAll, clear };
}

/** The ids from one to the other, both with them; only the last where the search does not show both. */
function rowsBetween(among: readonly number[], first: number, last: number): readonly number[] {
  const [from, to] = [among.indexOf(first), among.indexOf(last)];
  return from < 0 || to < 0 ? [last] : among.slice(Math.min(from, to), Math.max(from, to) + 1);
}
