import { dayNumber } from '../../lib/calendar/day.ts';
import { isYearOutside } from '../../lib/calendar/year-range.ts';
import { t } from '../../lib/language/translate.ts';
import { minutesSince, spanText } from '../fault/fault-words.ts';
import { oldestText } from '../task/follow-up-words.ts';
import type { CallsUsed } from '../task/response.ts';
import type { ServiceSummary } from '../task/service-periods.ts';
import { shortDay, siteDayNumber } from '../time.ts';
import { contractYears, isUnreadEnd, readContract } from './contract.ts';
import type { SiteFields } from './site-columns.ts';
import { promisedMinutes } from './site-promise.ts';

/** The kinds of concerns about a site, most urgent first. */
const concernKinds = [
  'late fault',
  'overdue',
  'offline',
  'fault',
  'expired',
  'due soon',
  'ending',
  'calls',
  'due',
  'ends later',
  'unread end',
  'keys',
  'interval',
  'follow',
] as const;

export type ConcernKind = (typeof concernKinds)[number];

/** Something about a site that a person should know or do. */
export interface Concern {
  kind: ConcernKind;
  /** `danger` and `warn` need attention; `info` can wait. */
  tone: 'danger' | 'warn' | 'info';
  text: string;
  /** Sorts the concerns of one kind: the smallest number is the most urgent. Usually days, but also minutes or counts. */
  days: number;
}

/** The state of a site's agreed visits. */
export interface VisitStanding extends Pick<ServiceSummary, 'nextDue'> {
  /** The last day of the first period in a row of missed periods; null when no visit is overdue. */
  since: { day: string; orEarlier: boolean } | null;
  /** Whether the current period has no visit yet. */
  isDue: boolean;
}

/** A visit needs attention this many days before its period ends. */
const soonDays = 7;

/**
 * The concerns about a site, most urgent first. The overview lists all; the profile names those that need attention. No other code decides this.
 * @param more further concerns, computed by the caller
 */
export function siteConcerns(
  site: Pick<SiteFields, 'status' | 'contract_until' | 'visit_every_months'>,
  standing: VisitStanding,
  now: Date,
  more: readonly (Concern | null)[] = [],
): Concern[] {
  const concerns: readonly (Concern | null)[] = [
    visitConcern(standing, now),
    site.status === true ? null : { kind: 'offline', tone: 'danger', text: t('System Offline'), days: 0 },
    contractConcern(site.contract_until ?? '', now),
    site.visit_every_months === null
      ? { kind: 'interval', tone: 'info', text: t('No interval agreed'), days: 0 }
      : null,
    ...more,
  ];
  return concerns.filter((concern) => concern !== null).toSorted((a, b) => concernRank(a.kind) - concernRank(b.kind));
}

/** The concern that more emergency calls were used than are agreed for the contract year (`decisions §14`); null otherwise. */
export function callsConcern(calls: CallsUsed | null): Concern | null {
  if (calls === null || calls.agreed === null || calls.used <= calls.agreed) return null;
  const text = t('{used} of {agreed, plural, one {# call} other {# calls}} used', {
    used: calls.used,
    agreed: calls.agreed,
  });
  return { kind: 'calls', tone: 'warn', text, days: calls.agreed - calls.used };
}

/**
 * The concern about open faults (`decisions §15`); null without any.
 * @param oldest when the oldest of them was reported
 * @param hours the response time in hours that was promised on that day; null without a promise
 */
export function faultConcern(count: number, oldest: string | null, hours: number | null, now: Date): Concern | null {
  if (count === 0 || oldest === null) return null;
  const minutes = minutesSince(oldest, now);
  const isLate = hours !== null && minutes > promisedMinutes(hours);
  const text = t('{count, plural, one {# fault open, {age}} other {# faults open, oldest {age}}}', {
    count,
    age: spanText(minutes),
  });
  return { kind: isLate ? 'late fault' : 'fault', tone: isLate ? 'danger' : 'warn', text, days: -minutes };
}

/** The concern about open recommendations; null without any. @param since when the oldest was made */
export function followConcern(count: number, since: string | null, now: Date): Concern | null {
  if (count === 0 || since === null) return null;
  const open = t('{count, plural, one {# recommendation} other {# recommendations}} open', { count });
  const text = t('{clause}, {nextClause}', { clause: open, nextClause: oldestText(since, now) });
  return { kind: 'follow', tone: 'info', text, days: siteDayNumber(new Date(since)) - siteDayNumber(now) };
}

export function needsAttention({ tone }: Concern): boolean {
  return tone !== 'info';
}

export function concernRank(kind: ConcernKind): number {
  return concernKinds.indexOf(kind);
}

function visitConcern({ since, isDue, nextDue }: VisitStanding, now: Date): Concern | null {
  const today = siteDayNumber(now);
  if (since) {
    const day = shortDay(since.day);
    const text = since.orEarlier
      ? t('Visit overdue since {day} or earlier', { day })
      : t('Visit overdue since {day}', { day });
    return { kind: 'overdue', tone: 'danger', text, days: dayNumber(since.day) - today };
  }
  if (!isDue || nextDue === null) return null;
  const days = dayNumber(nextDue) - today;
  const isSoon = days <= soonDays;
  return {
    kind: isSoon ? 'due soon' : 'due',
    tone: isSoon ? 'warn' : 'info',
    text: t('Visit due by {day}', { day: shortDay(nextDue) }),
    days,
  };
}

function contractConcern(stored: string, now: Date): Concern | null {
  const { daysLeft: days, notice } = readContract(stored, now);
  if (isUnreadEnd(stored)) {
    const text = isYearOutside(stored, contractYears)
      ? t('Contract end: the year must be between {first} and {last}', { ...contractYears })
      : t('Contract end is not a date');
    return { kind: 'unread end', tone: 'info', text, days: 0 };
  }
  if (days === null || !notice) return null;
  const { tone } = notice;
  if (days < 0) {
    const text = t('Contract expired {days, plural, one {# day} other {# days}} ago', { days: -days });
    return { kind: 'expired', tone, text, days };
  }
  const kind = tone === 'warn' ? 'ending' : 'ends later';
  const text =
    days === 0 ? t('Contract ends today') : t('Contract ends in {days, plural, one {# day} other {# days}}', { days });
  return { kind, tone, text, days };
}
