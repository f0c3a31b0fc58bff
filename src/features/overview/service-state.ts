import { keptPeriods, type DatedVisit, type KeptPeriods, type ServicePeriod } from '../../records/task/kept-periods.ts';
import { siteStamp } from '../../records/time.ts';
import type { OverviewRow } from './site-overview.ts';

/** How a site stands with its agreed visits. */
export interface ServiceState extends Omit<KeptPeriods, 'overdueSince'> {
  /** That it is in Singapore: the one that is counted. */
  year: number;
  /** The period that it is now; null while no interval is agreed. */
  running: ServicePeriod | null;
  /** Last day of the first of the periods that were missed up to now, one after the other; null when not overdue. */
  since: { day: string; orEarlier: boolean } | null;
}

/**
 * The one rule of kept periods (`decisions §8`), over visits that stand for all: the first, the last, and one for each
 * kept month.
 */
export function serviceState(row: OverviewRow, now: Date): ServiceState {
  const visits = standIns(row);
  const today = siteStamp(now).slice(0, 10);
  const year = Number(today.slice(0, 4));
  const ofYear = (one: number) => keptPeriods(visits, row.visit_every_months, one, now);
  // that one looks further back than the months are known
  const { overdueSince: _, ...state } = ofYear(year);
  const running = state.periods.find(({ first, last }) => first <= today && today <= last) ?? null;
  return { ...state, year, running, since: state.overdue ? missedSince() : null };

  function missedSince(): ServiceState['since'] {
    const past = [year - 2, year - 1, year]
      .flatMap((one) => ofYear(one).periods)
      // nothing is known of what was before
      .filter(({ first, last }) => first >= `${year - 2}-01-01` && last < today);
    const lastKept = past.findLastIndex((period) => period.state !== 'missed');
    const missed = past[lastKept + 1];
    const begun = row.first_visit === null ? today : siteStamp(new Date(row.first_visit)).slice(0, 10);
    return missed ? { day: missed.last, orEarlier: lastKept === -1 && begun < missed.first } : null;
  }
}

/** A month's visit stands at its very beginning, so that none is later than the last visit. */
function standIns({ first_visit, last_visit, kept_months }: OverviewRow): DatedVisit[] {
  const ends = [last_visit, first_visit].filter((one) => one !== null);
  return [
    ...ends.map((one): DatedVisit => ({ time: one, kind: 'other' })),
    ...kept_months.map((month) => ({ time: `${month}-01T00:00:00+08:00` })),
  ];
}
