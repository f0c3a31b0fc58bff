import { useState } from 'react';
import type { Fault } from '../../records/fault/fault.ts';
import type { FaultsPage } from './faults-query.ts';

/** What the reader has before him: the faults of a list in the order in which he was shown them. */
interface ShownList {
  /** Names the list: another filter or page is another one. */
  name: string;
  ids: readonly number[];
  total: number;
}

interface SteadyFaults {
  faults: readonly Fault[];
  /** How many came since, which are not among them until `showNew`. */
  fresh: number;
  showNew: () => void;
}

const shownOf = (name: string, { faults, total }: FaultsPage): ShownList => ({
  name,
  ids: faults.map(({ id }) => id),
  total,
});

/**
 * A list that is read again all the time, and yet does not move what is read: each fault is as it is now, in the order in which it was
 * shown, and those that came since wait until they are asked for. Where a list has several pages, a fault may come from the next one: the
 * page follows the server, and only the number says what is new.
 * @param read undefined until there is one
 * @param isOfBefore whether `read` is still the list before this one
 */
export function useSteadyFaults(name: string, read: FaultsPage | undefined, isOfBefore: boolean): SteadyFaults | null {
  const [shown, setShown] = useState<ShownList | null>(null);
  if (!read) return null;
  const current = isOfBefore || shown?.name === name ? shown : null;
  const list = current ?? shownOf(name, read);
  if (list !== shown) setShown(list);
  const isWhole = list.total <= list.ids.length;
  const byId = new Map(read.faults.map((fault) => [fault.id, fault]));
  const isShown = new Set(list.ids);
  return {
    faults: isWhole ? list.ids.flatMap((id) => byId.get(id) ?? []) : read.faults,
    fresh: isWhole ? read.faults.filter(({ id }) => !isShown.has(id)).length : Math.max(0, read.total - list.total),
    showNew: () => setShown(shownOf(name, read)),
  };
}
