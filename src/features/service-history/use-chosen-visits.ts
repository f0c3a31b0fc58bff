import { useMemo, useState } from 'react';
import type { Task } from '../../records/task/task.ts';
import { useRowSelection } from '../../ui/selection/use-row-selection.ts';

export type VisitChoice = ReturnType<typeof useChosenVisits>;

/**
 * The choice of visits of a site. A chosen visit remains chosen if it no longer matches the filters.
 * @param visible all visits of the site
 * @param shown the visits that match the filters, in the order of the list
 */
export function useChosenVisits(visible: readonly Task[], shown: readonly Task[]) {
  const [isChoosing, setIsChoosing] = useState(false);
  const allIds = useMemo(() => visible.map(({ id }) => id), [visible]);
  const { ids, select, selectAll, clear } = useRowSelection(allIds);
  const chosen = useMemo(() => {
    const listed = shown.filter(({ id }) => ids.has(id));
    const listedVisits = new Set(listed);
    return { visits: [...listed, ...visible.filter((visit) => ids.has(visit.id) && !listedVisits.has(visit))], listed };
  }, [ids, shown, visible]);
  return {
    isChoosing,
    /** The ids of the chosen visits; null while no visits can be chosen, so that rows have no checkboxes. */
    ids: isChoosing ? ids : null,
    visits: chosen.visits,
    /** The visits to print: the chosen visits, or without any, all that match the filters. */
    printed: chosen.visits.length > 0 ? chosen.visits : shown,
    /** How many of the chosen visits match the filters. */
    matchingCount: chosen.listed.length,
    select,
    selectAllShown: () =>
      selectAll(
        shown.map(({ id }) => id),
        true,
      ),
    begin: () => setIsChoosing(true),
    end: () => {
      clear();
      setIsChoosing(false);
    },
  };
}
