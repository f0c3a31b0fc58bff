import { said, t, tIn } from '../../lib/language/translate.ts';
import { statedInstant } from '../task/optional-members.ts';
import { durationText } from '../task/response-words.ts';
import { wholeMinutes, type ClockedVisit } from '../task/response.ts';
import type { HiddenTask } from '../task/task.ts';
import { shortDay, siteStamp, siteTime, siteYear } from '../time.ts';
import { faultEnd } from './fault-end.ts';
import { closingLabels, faultWhat } from './fault-words.ts';
import { isOpen, type SiteFault } from './fault.ts';

// How faults ended, for papers and files, which must not contain the reporters' own words (`decisions §15`).

/** A fault with the time until a visit arrived. */
export interface EndedFault extends SiteFault {
  /** Whole minutes from the report to the arrival of the first visit that answers the fault; null without such a visit or its arrival. */
  minutes: number | null;
}

/** The faults of a site with the minutes until a visit arrived, the oldest report first. @param visits all visits of the site */
export function endedFaults(
  faults: readonly SiteFault[],
  visits: readonly (ClockedVisit | HiddenTask)[],
): EndedFault[] {
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  return faults
    .map((fault) => {
      const visit = byId.get(fault.answers[0]?.task ?? -1);
      const arrived = visit?.showing === 'True' ? statedInstant(visit.arrived) : Number.NaN;
      return { ...fault, minutes: wholeMinutes(Date.parse(fault.reported_at), arrived) };
    })
    .toSorted((a, b) => Date.parse(a.reported_at) - Date.parse(b.reported_at) || a.id - b.id);
}

/** When a fault ended; null while it is open. */
export function endedAt(fault: SiteFault): string | null {
  return faultEnd(fault)?.at ?? null;
}

/** Whether a fault was reported, open or ended in a year. @param now the last moment of a fault that is still open */
export function wasInYear(fault: SiteFault, year: number, now: Date): boolean {
  return siteYear(new Date(fault.reported_at)) <= year && year <= siteYear(new Date(endedAt(fault) ?? now));
}

/** Whether a fault is left out of all counts: it was not a fault, or it was a duplicate that no visit answers. */
export function countsNowhere({ answers, closed }: SiteFault): boolean {
  return closed?.as === 'not-a-fault' || (closed?.as === 'double' && answers.length === 0);
}

/** What was wrong. A reporter's own words are not printed: they become `Something else`. */
export function statedWhat({ what }: Pick<SiteFault, 'what'>): string {
  return what === null ? t('Something else') : faultWhat({ what, known: true });
}

/** `Answered by a visit`, `Settled by phone`, `Open` */
export function endWord(fault: Pick<SiteFault, 'answers' | 'closed'>): string {
  const end = faultEnd(fault);
  if (end !== null && end.visit !== null) return t('Answered by a visit');
  return fault.closed ? said(closingLabels[fault.closed.as]) : tIn('of faults', 'Open');
}

/** `3 May 2026, 11:22` */
export function shortMoment(time: string): string {
  const instant = new Date(time);
  return t('{day}, {clock}', { day: shortDay(siteStamp(instant).slice(0, 10)), clock: siteTime(instant).clock });
}

/** `Answered 3 May 2026, 11:22, after 2 h 10 min: visit 131`, `Settled by phone: 3 May 2026, 10:05`, `Still open` */
export function endText(fault: EndedFault): string {
  const { closed, minutes } = fault;
  const end = faultEnd(fault);
  if (end !== null && end.visit !== null) {
    const parts = { moment: shortMoment(end.at), visit: end.visit };
    return minutes === null
      ? t('Answered {moment}: visit {visit}', parts)
      : t('Answered {moment}, after {duration}: visit {visit}', { ...parts, duration: durationText(minutes) });
  }
  return closed
    ? t('{closing}: {moment}', { closing: said(closingLabels[closed.as]), moment: shortMoment(closed.at) })
    : t('Still open');
}

/** How many faults ended in which way, as short statements: `answered by a visit: 4`. A count of zero is left out. */
export function endStatements(faults: readonly SiteFault[]): string[] {
  const answered = faults.filter((fault) => (faultEnd(fault)?.visit ?? null) !== null).length;
  const open = faults.filter(isOpen).length;
  const settled = faults.length - answered - open;
  return [
    answered > 0 && t('answered by a visit: {count}', { count: answered }),
    settled > 0 && t('settled without a visit: {count}', { count: settled }),
    open > 0 && t('open: {count}', { count: open }),
  ].filter((statement) => statement !== false);
}
