import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { onReturn } from '../../lib/screen/on-return.ts';
import { useRight } from '../use-right.ts';
import { myVisitsQuery } from '../../records/task/my-visits.ts';
import type { Task } from '../../records/task/task.ts';
import { siteDayNumber, siteDayStart } from '../../records/time.ts';

/** Actions on an own visit. The same object for all of a site, as cards are memoised. */
export interface OwnVisit {
  site: string;
  onEdit: (task: Task) => void;
  onWithdraw: (task: Task) => void;
}

/** The visits of a site that this key may still correct, and the open dialog. */
export function useOwnVisits(site: { id: number; name: string }) {
  const may = useRight('correctOwnVisits');
  const day = useSiteDay();
  const mine = useQuery({ ...myVisitsQuery(site.id, day), enabled: may });
  const [edited, setEdited] = useState<Task | null>(null);
  const [toWithdraw, setToWithdraw] = useState<Task | null>(null);
  const own = useMemo<OwnVisit>(() => ({ site: site.name, onEdit: setEdited, onWithdraw: setToWithdraw }), [site.name]);
  const ids = useMemo(() => new Set(mine.data), [mine.data]);
  return {
    site: site.name,
    ids,
    own,
    edited,
    toWithdraw,
    close: () => {
      setEdited(null);
      setToWithdraw(null);
    },
    failed: mine.isError && !mine.isFetching,
    retry: () => void mine.refetch(),
  };
}

export type OwnVisits = ReturnType<typeof useOwnVisits>;

/** Day number in Singapore; changes at midnight, and when a device wakes up on another day. */
function useSiteDay(): number {
  const [day, setDay] = useState(() => siteDayNumber(new Date()));
  useEffect(() => {
    const look = () => setDay(siteDayNumber(new Date()));
    const timer = setTimeout(look, siteDayStart(day + 1) - Date.now());
    const leave = onReturn(look);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [day]);
  return day;
}
