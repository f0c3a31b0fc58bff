import { useState } from 'react';
import type { Fault } from '../../records/fault/fault.ts';
import type { FaultsPage } from './faults-query.ts';

/** The list on the screen: its faults in the order in which they were first shown. */
interface ShownList {
  /** Identifies the list by its filter and page. */
  name: string;
  ids: readonly number[];
  total: number;
}

interface SteadyFaults {
  faults: readonly Fault[];
  /** How many faults came since. They are not in `faults` until `showNew` is called. */
  newCount: number;
  showNew: () => void;
}

const shownListOf = (name: string, { faults, total }: FaultsPage): ShownList => ({
  name,
  ids: faults.map(({ id }) => id),
  total,
});

/**
 * The faults of a list that is refetched often, without moving the rows while somebody reads. Each fault has its current values, but the order is
 * that in which the faults were first shown, and new faults are left out until `showNew` is called. A list with several pages is shown as the
 * server returns it, because faults move from page to page; then only `newCount` says that there are new ones.
 * @param name identifies the list by its filter and page
 * @param page the last answer; undefined until there is one
 * @param isPreviousList whether `page` is still that of the previous list, because this one is not read yet
 * @returns null until there is an answer
 */
export function useSteadyFaults(
  name: string,
  page: FaultsPage | undefined,
  isPreviousList: boolean,
): SteadyFaults | null {
  const [shown, setShown] = useState<ShownList | null>(null);
  if (!page) return null;
  const current = isPreviousList || shown?.name === name ? shown : null;
  const list = current ?? shownListOf(name, page);
  if (list !== shown) setShown(list);
  const hasOnePage = list.total <= list.ids.length;
  const faultById = new Map(page.faults.map((fault) => [fault.id, fault]));
  const shownIds = new Set(list.ids);
  return {
    faults: hasOnePage ? list.ids.flatMap((id) => faultById.get(id) ?? []) : page.faults,
    newCount: hasOnePage
      ? page.faults.filter(({ id }) => !shownIds.has(id)).length
      : Math.max(0, page.total - list.total),
    showNew: () => setShown(shownListOf(name, page)),
  };
}
