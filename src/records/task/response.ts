import { dayAt, dayMs, dayNumber, daysIn, isoDay } from '../../lib/calendar/day.ts';
import type { Closing } from '../fault/fault.ts';
import { contractDay } from '../site/contract.ts';
import {
  promisedMinutes,
  promiseOn,
  promisesOf,
  type PromiseColumns,
  type PromiseHistory,
} from '../site/site-promise.ts';
import { siteStamp, siteYear } from '../time.ts';
import { statedInstant } from './optional-members.ts';
import type { HiddenTask } from './task.ts';

/*
 * The clock of call-outs (`decisions §14`): how fast a site was helped, against what is promised to it. It runs day and night, in Singapore
 * whatever the zone of the device. A response is a shown visit that is an emergency call, or that answers a fault which none before
 * it answered; the order is that of the arrivals. It starts at the earliest of its `reported` and of the reports of these faults, so that
 * nothing typed later makes it faster, and ends at `arrived`. What is not said is never counted as kept. Where the faults of a site are not
 * known, as on a device that has no copy of them, visits that answer some are left out, and the figures say that they are without them.
 */

/** What the clock reads of a visit. */
export interface ClockedVisit {
  id: number;
  time: string;
  showing: 'True';
  kind?: unknown;
  reported?: unknown;
  arrived?: unknown;
  /** Ids of the faults that it answers. */
  answers?: unknown;
}

/** A fault that was reported for a site. Times are as tasks store theirs. */
export interface ReportedFault {
  id: number;
  /** When the report came in, or when the office was told. */
  reported_at: string;
  /** When it was noticed, where the report waited without a connection. */
  noticed_at?: string | null;
  /** How it ended without a visit. */
  closed?: { at: string; as: Closing } | null;
}

/** What the clock looks at. */
export interface ClockedSite<Visit extends ClockedVisit = ClockedVisit> {
  promises: PromiseHistory;
  /** As the record has it; what is no date ends nothing. */
  contractEnd: string | null;
  /** All that were ever reported; null where they are not known. */
  faults: readonly ReportedFault[] | null;
  visits: readonly (Visit | HiddenTask)[];
}

/** What the clock looks at of a site's record and its faults. @param faults null where they are not known */
export function clockOf<Visit extends ClockedVisit>(
  record: PromiseColumns & { contract_until: string | null; tasks2024: readonly (Visit | HiddenTask)[] },
  faults: readonly ReportedFault[] | null,
): ClockedSite<Visit> {
  const { contract_until: contractEnd, tasks2024: visits } = record;
  return { promises: promisesOf(record), contractEnd, faults, visits };
}

/** `unrecorded`: the start or the arrival is not said, or the arrival is before the start. `no-contract`: it began after the contract's end. */
export type ResponseState = 'within' | 'late' | 'no-promise' | 'unrecorded' | 'no-contract';

export interface CallResponse<Visit extends ClockedVisit = ClockedVisit> {
  visit: Visit;
  /** As tasks store times; null where nothing says when it was reported. */
  start: string | null;
  /** When the first of its faults was noticed, where that was before the start. */
  noticed: string | null;
  /** From the start to the arrival, whole, cut off; null where they are not recorded. */
  minutes: number | null;
  /** The promise of the day of the start; null without one. */
  hours: number | null;
  state: ResponseState;
  /** Whether it is one of the agreed calls. */
  isCall: boolean;
}

export interface ResponseFigures<Visit extends ClockedVisit = ClockedVisit> {
  /** Oldest arrival first. */
  responses: readonly CallResponse<Visit>[];
  /** How many were in time, of how many that have a promise and times. Late ones are responses, faults that are open, and those that were closed late. */
  within: number;
  late: number;
  promised: number;
  /** The promise of all that `promised` counts; null where they differ, and without any. */
  hours: number | null;
  unrecorded: number;
  noContract: number;
  /** How many responses have minutes; of these the median (mean of two, cut off) and the longest, null without any. */
  recorded: number;
  median: number | null;
  longest: number | null;
  /** Agreed calls that were used. */
  calls: number;
  /** Faults that were closed without a visit, as settled or not ours. */
  settled: number;
  /** How many of the late ones are faults that nobody came for in time: open now, or closed late without a visit. */
  lateFaults: number;
  /** The faults are not known: what they would add or change is missing. */
  withoutFaults: boolean;
}

/** Days in Singapore, both included: `2026-01-01`. */
export interface ClockedDays {
  from: string;
  to: string;
}

// Responses

const minuteMs = 60_000;
const dayOf = (instant: number) => siteStamp(new Date(instant)).slice(0, 10);
const stampOf = (instant: number) => (Number.isNaN(instant) ? null : siteStamp(new Date(instant)));
const isIn = ({ from, to }: ClockedDays, instant: number) => {
  const day = Number.isNaN(instant) ? '' : dayOf(instant);
  return from <= day && day <= to;
};

/** Whole minutes from one instant to another, cut off; null where one is not known, or the end is before the start. */
export function wholeMinutes(start: number, end: number): number | null {
  const minutes = Math.floor((end - start) / minuteMs);
  return minutes >= 0 ? minutes : null;
}

/** The earliest of some instants; NaN for none. */
const earliest = (instants: readonly number[]) => {
  const known = instants.filter((instant) => !Number.isNaN(instant));
  return known.length === 0 ? Number.NaN : Math.min(...known);
};

/** How long it took from the report to the arrival that a visit says, in whole minutes, cut off; null where one of the two is not said. */
export function minutesToArrival(visit: { reported?: unknown; arrived?: unknown }): number | null {
  return wholeMinutes(statedInstant(visit.reported), statedInstant(visit.arrived));
}

/** The ids of the faults that a visit says it answers. */
function answersOf({ answers }: ClockedVisit): readonly number[] {
  return Array.isArray(answers) ? answers.filter((id) => typeof id === 'number') : [];
}

const arrivalOf = (visit: ClockedVisit) => {
  const arrived = statedInstant(visit.arrived);
  return Number.isNaN(arrived) ? Date.parse(visit.time) : arrived;
};

/** Without those that were none. */
const realFaults = (faults: readonly ReportedFault[] | null) =>
  (faults ?? []).filter(({ closed }) => closed?.as !== 'not-a-fault');

/** Those that nobody answered and that count all the same: not those that had been reported before (`countsNowhere`). */
const unansweredFaults = (faults: readonly ReportedFault[] | null, answered: ReadonlySet<number>) =>
  realFaults(faults).filter(({ id, closed }) => closed?.as !== 'double' && !answered.has(id));

type Terms = Pick<ClockedSite, 'promises' | 'contractEnd'>;

/** The promise of a day in hours, null without one; and whether the contract was over. */
function termsOn(day: string, { promises, contractEnd }: Terms) {
  const end = contractDay(contractEnd ?? '');
  const isOver = end !== null && day > end;
  return { isOver, hours: isOver ? null : promiseOn(promises, day).hours };
}

const isWithin = (minutes: number, hours: number) => minutes <= promisedMinutes(hours);

function respond<Visit extends ClockedVisit>(
  visit: Visit,
  answered: readonly ReportedFault[],
  site: Terms,
): CallResponse<Visit> {
  const start = earliest([statedInstant(visit.reported), ...answered.map((fault) => statedInstant(fault.reported_at))]);
  const noticed = earliest(answered.map((fault) => statedInstant(fault.noticed_at)));
  const minutes = wholeMinutes(start, statedInstant(visit.arrived));
  const { isOver, hours } = termsOn(dayOf(Number.isNaN(start) ? Date.parse(visit.time) : start), site);
  const judged = hours === null ? 'no-promise' : isWithin(minutes ?? 0, hours) ? 'within' : 'late';
  return {
    visit,
    start: stampOf(start),
    noticed: noticed < start ? stampOf(noticed) : null,
    minutes,
    hours,
    state: isOver ? 'no-contract' : minutes === null ? 'unrecorded' : judged,
    isCall: visit.kind === 'emergency' && !isOver,
  };
}

/** All responses of a site, oldest arrival first, and the ids of the faults that they answer. A return visit, which answers only what was answered before, is none. */
function allResponses<Visit extends ClockedVisit>(
  site: ClockedSite<Visit>,
): { responses: CallResponse<Visit>[]; answered: ReadonlySet<number> } {
  const known = new Map(realFaults(site.faults).map((fault) => [fault.id, fault]));
  const answered = new Set<number>();
  const responses: CallResponse<Visit>[] = [];
  const visits = site.visits
    .filter((visit): visit is Visit => visit.showing === 'True')
    .filter((visit) => site.faults !== null || answersOf(visit).length === 0)
    .map((visit) => ({ visit, answers: answersOf(visit).filter((id) => known.has(id)) }))
    .filter(({ visit, answers }) => visit.kind === 'emergency' || answers.length > 0)
    .toSorted((a, b) => arrivalOf(a.visit) - arrivalOf(b.visit) || a.visit.id - b.visit.id);
  for (const { visit, answers } of visits) {
    const fresh = answers.filter((id) => !answered.has(id));
    if (answers.length > 0 && fresh.length === 0) continue;
    for (const id of fresh) answered.add(id);
    responses.push(
      respond(
        visit,
        fresh.flatMap((id) => known.get(id) ?? []),
        site,
      ),
    );
  }
  return { responses, answered };
}

/** How the visits of a site responded, by their id; a visit that is no response is not in it. */
export function responsesByVisit<Visit extends ClockedVisit>(
  site: ClockedSite<Visit>,
): ReadonlyMap<number, CallResponse<Visit>> {
  return new Map(allResponses(site).responses.map((response) => [response.visit.id, response]));
}

/** How a visit responded; null where it is no response. */
export function responseOf<Visit extends ClockedVisit>(
  visit: ClockedVisit,
  site: ClockedSite<Visit>,
): CallResponse<Visit> | null {
  return allResponses(site).responses.find((response) => response.visit.id === visit.id) ?? null;
}

/** The promises, by fault, of those that nobody came for in time: closed late within the days, or open now and over. */
function lateFaults(faults: readonly ReportedFault[], days: ClockedDays, now: Date, site: Terms): number[] {
  return faults.flatMap(({ reported_at, closed }) => {
    const start = statedInstant(reported_at);
    const end = closed ? statedInstant(closed.at) : now.getTime();
    const minutes = wholeMinutes(start, end);
    if (minutes === null || !isIn(days, end)) return [];
    const { hours } = termsOn(dayOf(start), site);
    return hours === null || isWithin(minutes, hours) ? [] : [hours];
  });
}

/** Whether the days had nothing to respond to, as far as is known. */
export function hadNoCallOut({ responses, promised, settled, withoutFaults }: ResponseFigures): boolean {
  return responses.length === 0 && promised === 0 && settled === 0 && !withoutFaults;
}

function medianOf(sorted: readonly number[]): number | null {
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? null : Math.floor((lower + upper) / 2);
}

/**
 * How a site was helped on some days. A response counts on the day of its visit's `time`, a fault that was closed without a visit on the day
 * of its closing, and an open fault today.
 * @param now decides which open faults are late
 */
export function responseFigures<Visit extends ClockedVisit>({
  days,
  now,
  ...site
}: ClockedSite<Visit> & { days: ClockedDays; now: Date }): ResponseFigures<Visit> {
  const { responses: ever, answered } = allResponses(site);
  const responses = ever.filter(({ visit }) => isIn(days, Date.parse(visit.time)));
  const inState = (state: ResponseState) => responses.filter((response) => response.state === state);
  const unanswered = unansweredFaults(site.faults, answered);
  const lateOnes = lateFaults(unanswered, days, now, site);
  const [within, late] = [inState('within'), inState('late')];
  const promises = new Set([...[...within, ...late].map(({ hours }) => hours), ...lateOnes]);
  const [promise = null] = promises;
  const minutes = responses.flatMap((response) => response.minutes ?? []).toSorted((a, b) => a - b);
  return {
    responses,
    within: within.length,
    late: late.length + lateOnes.length,
    promised: within.length + late.length + lateOnes.length,
    hours: promises.size === 1 ? promise : null,
    unrecorded: inState('unrecorded').length,
    noContract: inState('no-contract').length,
    recorded: minutes.length,
    median: medianOf(minutes),
    longest: minutes.at(-1) ?? null,
    calls: responses.filter(({ isCall }) => isCall).length,
    settled: unanswered.filter(({ closed }) => closed && isIn(days, statedInstant(closed.at))).length,
    lateFaults: lateOnes.length,
    withoutFaults: site.faults === null,
  };
}

// The year of the agreed calls

export interface CallYear extends ClockedDays {
  /** Whether it is a year of the contract; else one of the calendar. */
  isContract: boolean;
}

/** The day on which a contract year ends in a year: a contract to the end of February ends so each year. */
function anniversary(end: string, year: number): string {
  const [endYear = 0, month = 0, day = 0] = end.split('-').map(Number);
  return isoDay({ year, month, day: day === daysIn(endYear, month) ? daysIn(year, month) : day });
}

const dayAfter = (day: string) => isoDay(dayAt((dayNumber(day) + 1) * dayMs));

/**
 * The twelve months whose calls are counted for a year: a contract year ends on the anniversary of the contract's end. Of the running year it is the one
 * that contains today, or the last one of a contract that ended in this year; of another year the one that ended in it. The year of the calendar
 * where the end is no date; null where the contract had ended before.
 * @param contractEnd as the record has it
 */
export function callYear(contractEnd: string | null, year: number, now: Date): CallYear | null {
  const end = contractDay(contractEnd ?? '');
  if (end === null) return { from: `${year}-01-01`, to: `${year}-12-31`, isContract: false };
  const today = siteStamp(now).slice(0, 10);
  const ofYear = anniversary(end, year);
  const last = year === siteYear(now) && ofYear < today && today <= end ? year + 1 : year;
  const to = anniversary(end, last);
  if (to > end) return null;
  return { from: dayAfter(anniversary(end, last - 1)), to, isContract: true };
}

export interface CallsUsed extends CallYear {
  used: number;
  /** Null where no number is agreed, or no limit. */
  agreed: number | null;
}

/** The calls of the year as `callYear` has it, and how many were agreed on its last day, or are today; null without a contract in it. */
export function callsUsed({ year, now, ...site }: ClockedSite & { year: number; now: Date }): CallsUsed | null {
  const days = callYear(site.contractEnd, year, now);
  if (!days) return null;
  const today = siteStamp(now).slice(0, 10);
  const { calls } = promiseOn(site.promises, days.to < today ? days.to : today);
  return { ...days, used: responseFigures({ ...site, days, now }).calls, agreed: calls };
}

export interface CallsOfYear<Visit extends ClockedVisit = ClockedVisit> {
  /** How the emergency calls of the year were answered. */
  response: ResponseFigures<Visit>;
  /** How many agreed ones are used; null without a contract in the year. */
  calls: CallsUsed | null;
}

/** What profile and papers say of a year's call-outs: the figures are of the year, the agreed calls of its `callYear`. */
export function callsOfYear<Visit extends ClockedVisit>(
  site: ClockedSite<Visit>,
  year: number,
  now: Date,
): CallsOfYear<Visit> {
  return {
    response: responseFigures({ ...site, days: { from: `${year}-01-01`, to: `${year}-12-31` }, now }),
    calls: callsUsed({ ...site, year, now }),
  };
}
