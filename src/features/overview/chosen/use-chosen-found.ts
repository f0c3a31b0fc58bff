import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useRowSelection, type RowSelection } from '../../../ui/selection/use-row-selection.ts';
import type { FoundVisit } from '../visit-search.ts';

export type FoundChoice = ReturnType<typeof useChosenFound>;

/** More than any id of a visit, and small enough for millions of sites. */
const idsPerSite = 2 ** 31;

/** Numbers a visit among those of all sites, as rows are selected by numbers. */
export function foundRowId({ site_id: site, task_id: task }: Pick<FoundVisit, 'site_id' | 'task_id'>): number {
  return site * idsPerSite + task;
}

const byRowId = (visits: readonly FoundVisit[]) => visits.map((visit) => [foundRowId(visit), visit] as const);

/**
 * The visits of any sites that are chosen, while visits are chosen: what is chosen stays so under another search. Hidden ones cannot be, as
 * papers and files have only those that clients see.
 * @param loaded the visits that the list shows, in its order
 */
export function useChosenFound(loaded: readonly FoundVisit[]) {
  const [isChoosing, setIsChoosing] = useState(false);
  // of the searches before
  const [earlier, setEarlier] = useState<ReadonlyMap<number, FoundVisit>>(new Map());
  // what was loaded last says whether a visit is hidden meanwhile
  const known = useMemo(
    () => new Map([...earlier, ...byRowId(loaded)].filter(([, { showing }]) => showing)),
    [earlier, loaded],
  );
  const knownIds = useMemo(() => [...known.keys()], [known]);
  const { ids, select: selectRow, selectAll, clear } = useRowSelection(knownIds);
  const latest = useRef(known);
  useLayoutEffect(() => {
    latest.current = known;
  });
  const select = useCallback<RowSelection['select']>(
    (id, on, among) => {
      setEarlier(latest.current);
      selectRow(id, on, among);
    },
    [selectRow],
  );
  const chosen = useMemo(() => {
    const listed = new Set(byRowId(loaded).flatMap(([id]) => (ids.has(id) ? [id] : [])));
    const unlisted = [...ids].filter((id) => !listed.has(id));
    return {
      visits: [...listed, ...unlisted].flatMap((id) => known.get(id) ?? []),
      unseen: unlisted.length,
    };
  }, [ids, known, loaded]);
  return {
    isChoosing,
    /** Null while nothing is chosen from: rows have no boxes then. */
    ids: isChoosing ? ids : null,
    ...chosen,
    select,
    selectFound: (found: readonly FoundVisit[]) => {
      setEarlier(new Map([...latest.current, ...byRowId(found)]));
      selectAll(found.map(foundRowId), true);
    },
    begin: () => setIsChoosing(true),
    end: () => {
      clear();
      setEarlier(new Map());
      setIsChoosing(false);
    },
  };
}
