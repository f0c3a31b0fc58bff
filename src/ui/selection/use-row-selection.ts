import { useCallback, useMemo, useRef, useState } from 'react';

/** The selected rows of a list. A row stays selected when a search hides it. */
export interface RowSelection {
  ids: ReadonlySet<number>;
  /** Whether the last change concerned all rows, and not a pressed row. The checkboxes of hundreds of rows may then be updated a little later. */
  asWhole: boolean;
  /**
   * Selects or deselects a row. The function never changes, because the rows are memoised.
   * @param orderedIds for a range, the ids in the order of the list: all rows from the last pressed row to this row get the same state. Null
   *   for this row alone.
   */
  select: (id: number, isSelected: boolean, orderedIds: readonly number[] | null) => void;
  selectAll: (ids: readonly number[], isSelected: boolean) => void;
  clear: () => void;
}

interface SelectedRows extends Pick<RowSelection, 'asWhole'> {
  /** May include rows that no longer exist. */
  selectedIds: ReadonlySet<number>;
}

/** @param existingIds the ids of all rows of the list; a row that no longer exists is no longer selected */
export function useRowSelection(existingIds: readonly number[]): RowSelection {
  const [{ selectedIds, asWhole }, setSelection] = useState<SelectedRows>({ selectedIds: new Set(), asWhole: true });
  const lastPressedId = useRef<number | null>(null);
  const ids = useMemo(() => new Set(existingIds.filter((id) => selectedIds.has(id))), [selectedIds, existingIds]);

  const change = useCallback(
    (changedIds: readonly number[], isSelected: boolean, whole: boolean) =>
      setSelection((previous) => {
        const next = new Set(previous.selectedIds);
        for (const id of changedIds)
          if (isSelected) next.add(id);
          else next.delete(id);
        return { selectedIds: next, asWhole: whole };
      }),
    [],
  );
  const select = useCallback(
    (id: number, isSelected: boolean, orderedIds: readonly number[] | null) => {
      const previousId = lastPressedId.current;
      lastPressedId.current = id;
      const changedIds = orderedIds === null || previousId === null ? [id] : rowsBetween(orderedIds, previousId, id);
      change(changedIds, isSelected, false);
    },
    [change],
  );
  const selectAll = useCallback(
    (allIds: readonly number[], isSelected: boolean) => change(allIds, isSelected, true),
    [change],
  );
  const clear = useCallback(() => setSelection({ selectedIds: new Set(), asWhole: true }), []);
  return { ids, asWhole, select, selectAll, clear };
}

/** The ids from `first` to `last`, both included, in either direction. Only `last` if one of them is not in the list. */
function rowsBetween(orderedIds: readonly number[], first: number, last: number): readonly number[] {
  const [from, to] = [orderedIds.indexOf(first), orderedIds.indexOf(last)];
  return from < 0 || to < 0 ? [last] : orderedIds.slice(Math.min(from, to), Math.max(from, to) + 1);
}
