import { useMemo, useState } from 'react';
import type { Task } from '../../records/task/task.ts';
import { useRowSelection } from '../../ui/selection/use-row-selection.ts';

export type VisitChoice = ReturnType<typeof useChosenVisits>;

/**
 * The visits that are chosen of the history, while visits are chosen.
 * @param visible all visits of the site: what is chosen stays so under another filter
 * @param shown those that match the filters, in the order of the list
 */
export function useChosenVisits(visible: readonly Task[], shown: readonly Task[]) {
  const [isChoosing, setIsChoosing] = useState(false);
  const allIds = useMemo(() => visible.map(({ id }) => id), [visible]);
  const { ids, select, selectAll, clear } = useRowSelection(allIds);
  const chosen = useMemo(() => {
    const listed = shown.filter(({ id }) => ids.has(id));
    const seen = new Set(listed);
    return { visits: [...listed, ...visible.filter((visit) => ids.has(visit.id) && !seen.has(visit))], listed };
  }, [ids, shown, visible]);
  return {
    isChoosing,
    /** Null while nothing is chosen from: rows have no boxes then. */
    ids: isChoosing ? ids : null,
    visits: chosen.visits,
    /** What is printed: the chosen visits, or all that match. */
    printed: chosen.visits.length > 0 ? chosen.visits : shown,
    /** How many of the chosen visits match the filters. */
    matching: chosen.listed.length,
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
