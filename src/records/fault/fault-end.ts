import { said, t } from '../../lib/language/translate.ts';
import { shortDay, siteStamp, siteTime } from '../time.ts';
import { closingLabels, closingReason, minutesSince, spanText } from './fault-words.ts';
import type { Fault, SiteFault } from './fault.ts';

// How a fault ended (`decisions §15`): by the first shown visit that answers it, or by the office, whichever came first.

type EndedFault = Pick<Fault, 'reported_at' | 'answers' | 'closed'>;

/**
 * The end of a fault: the earlier of its first answer and its closing, as in the SQL function `private.fault_end`. No other code of the portal
 * decides this. `visit` is null when the office closed the fault. Returns null while it is open.
 */
export function faultEnd({
  answers,
  closed,
}: Pick<SiteFault, 'answers' | 'closed'>): { at: string; visit: number | null } | null {
  const [answer] = answers;
  const byVisit = answer ? { at: answer.at, visit: answer.task } : null;
  const byOffice = closed ? { at: closed.at, visit: null } : null;
  if (!byVisit || !byOffice) return byVisit ?? byOffice;
  return Date.parse(byVisit.at) <= Date.parse(byOffice.at) ? byVisit : byOffice;
}

/** `11:22` for a moment of today, otherwise `3 May 2026, 11:22`, in Singapore time. */
export function faultMoment(at: string, now: Date): string {
  const day = siteStamp(new Date(at)).slice(0, 10);
  const { clock } = siteTime(at);
  return day === siteStamp(now).slice(0, 10) ? clock : t('{day}, {clock}', { day: shortDay(day), clock });
}

/** `Answered 3 May 2026, 11:22, after 2 h 10 min`, `Settled by phone 3 May 2026, 11:22, after 20 min: It was the fuse`; null while it is open. */
export function faultEndText(fault: EndedFault, now: Date): string | null {
  const end = faultEnd(fault);
  if (end === null) return null;
  const moment = faultMoment(end.at, now);
  const span = spanText(minutesSince(fault.reported_at, new Date(end.at)));
  if (end.visit !== null) return t('Answered {moment}, after {span}', { moment, span });
  // only for the compiler: without a visit the office has closed the fault
  if (!fault.closed) return null;
  const parts = { how: said(closingLabels[fault.closed.as]), moment, span };
  const reason = closingReason(fault.closed);
  return reason === ''
    ? t('{how} {moment}, after {span}', parts)
    : t('{how} {moment}, after {span}: {reason}', { ...parts, reason });
}
