import { useEffect, useEffectEvent, useRef } from 'react';
import { onReturn } from '../../lib/screen/on-return.ts';
import { visitTime, type VisitTime } from '../../records/task/visit-time.ts';

/**
 * Keeps a form in which nothing was typed yet a visit of now: its tab may have stayed open over night.
 * @param visit as the form says it. Once it was changed by hand it stays.
 */
export function useVisitOfNow(visit: VisitTime, untouched: boolean, onNow: (now: VisitTime) => void): void {
  const filledIn = useRef(visit);
  const refresh = useEffectEvent(() => {
    const { date, clock } = filledIn.current;
    if (document.hidden || !untouched || visit.date !== date || visit.clock !== clock) return;
    filledIn.current = visitTime(new Date());
    onNow(filledIn.current);
  });
  useEffect(() => onReturn(() => refresh()), []);
}
