import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useRowSelection, type RowSelection } from '../../../ui/selection/use-row-selection.ts';
import type { FoundVisit } from '../visit-search.ts';

export type FoundChoice = ReturnType<typeof useChosenFound>;

/** Greater than any id of a visit, and small enough that the row ids of millions of sites are exact numbers. */
const idsPerSite = 2 ** 31;

/** The row id of a visit, unique among the visits of all sites. A row selection needs numbers. */
export function foundRowId({ site_id: site, task_id: task }: Pick<FoundVisit, 'site_id' | 'task_id'>): number {
  return site * idsPerSite + task;
}

const byRowId = (visits: readonly FoundVisit[]) => visits.map((visit) => [foundRowId(visit), visit] as const);

/**
 * The choice of visits of any sites. A chosen visit remains chosen when another search no longer shows it. A hidden visit cannot be chosen,
 * because papers and files have only visits that clients see.
 * @param loaded the visits in the list, in its order
 */
export function useChosenFound(loaded: readonly FoundVisit[]) {
  const [isChoosing, setIsChoosing] = useState(false);
  // the visits that were known at the last choice, so that a chosen one stays known when another search replaces the list
  const [knownAtChoice, setKnownAtChoice] = useState<ReadonlyMap<number, FoundVisit>>(new Map());
  // the loaded visits come last and replace older copies, as a visit may have been hidden since
  const knownVisits = useMemo(
    () => new Map([...knownAtChoice, ...byRowId(loaded)].filter(([, { showing }]) => showing)),
    [knownAtChoice, loaded],
  );
  const knownIds = useMemo(() => [...knownVisits.keys()], [knownVisits]);
  const { ids, select: selectRow, selectAll, clear } = useRowSelection(knownIds);
  const latest = useRef(knownVisits);
  useLayoutEffect(() => {
    latest.current = knownVisits;
  });
  const select = useCallback<RowSelection['select']>(
    (id, on, among) => {
      setKnownAtChoice(latest.current);
      selectRow(id, on, among);
    },
    [selectRow],
  );
  const chosen = useMemo(() => {
    const listedIds = new Set(byRowId(loaded).flatMap(([id]) => (ids.has(id) ? [id] : [])));
    const unlistedIds = [...ids].filter((id) => !listedIds.has(id));
    return {
      visits: [...listedIds, ...unlistedIds].flatMap((id) => knownVisits.get(id) ?? []),
      /** How many chosen visits the list does not show. */
      unseen: unlistedIds.length,
    };
  }, [ids, knownVisits, loaded]);
  return {
    isChoosing,
    /** The row ids of the chosen visits; null while no visits can be chosen, so that rows have no checkboxes. */
    ids: isChoosing ? ids : null,
    ...chosen,
    select,
    selectFound: (found: readonly FoundVisit[]) => {
      setKnownAtChoice(new Map([...latest.current, ...byRowId(found)]));
      selectAll(found.map(foundRowId), true);
    },
    begin: () => setIsChoosing(true),
    end: () => {
      clear();
      setKnownAtChoice(new Map());
      setIsChoosing(false);
    },
  };
}
