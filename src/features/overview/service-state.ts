import { keptPeriods, type DatedVisit, type KeptPeriods, type ServicePeriod } from '../../records/task/kept-periods.ts';
import { siteStamp } from '../../records/time.ts';
import type { SiteOverview } from './site-overview.ts';

export interface ServiceState extends Omit<KeptPeriods, 'overdueSince'> {
  /** The current year in Singapore. */
  year: number;
  /** Null while no interval is agreed. */
  running: ServicePeriod | null;
  /** Last day of the first of the periods missed in a row; null when not overdue. */
  since: { day: string; orEarlier: boolean } | null;
}

/** The rule of kept periods (`decisions §8`), applied to the first and last visit and one per kept month. */
export function serviceState(row: SiteOverview, now: Date): ServiceState {
  const visits = knownVisits(row);
  const today = siteStamp(now).slice(0, 10);
  const year = Number(today.slice(0, 4));
  const ofYear = (one: number) => keptPeriods(visits, row.visit_every_months, one, now);
  // it looks further back than the known months
  const { overdueSince: _, ...state } = ofYear(year);
  const running = state.periods.find(({ first, last }) => first <= today && today <= last) ?? null;
  return { ...state, year, running, since: state.overdue ? missedSince() : null };

  function missedSince(): ServiceState['since'] {
    const past = [year - 2, year - 1, year]
      .flatMap((one) => ofYear(one).periods)
      // nothing is known of earlier periods
      .filter(({ first, last }) => first >= `${year - 2}-01-01` && last < today);
    const lastKept = past.findLastIndex((period) => period.state !== 'missed');
    const missed = past[lastKept + 1];
    const begun = row.first_visit === null ? today : siteStamp(new Date(row.first_visit)).slice(0, 10);
    return missed ? { day: missed.last, orEarlier: lastKept === -1 && begun < missed.first } : null;
  }
}

/** Puts a month's visit at its very beginning, so that none is later than the last visit. */
function knownVisits({ first_visit, last_visit, kept_months }: SiteOverview): DatedVisit[] {
  const ends = [last_visit, first_visit].filter((one) => one !== null);
  return [
    ...ends.map((one): DatedVisit => ({ time: one, kind: 'other' })),
    ...kept_months.map((month) => ({ time: `${month}-01T00:00:00+08:00` })),
  ];
}
