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
 * The response times of call-outs, compared with the promise to the site (`decisions §14`). The time counts day and night, and days are
 * those of Singapore.
 * - A response is a shown visit that is an emergency call, or that is the first, by arrival, to answer some fault.
 * - Its time starts at the earliest of the visit's `reported` and the reports of these faults, so that a later typed time cannot make it
 *   faster, and ends at `arrived`.
 * - A response without a recorded time never counts as in time.
 * - When the faults of a site are not known, for example on a device without a copy of them, visits that answer faults are left out, and
 *   `withoutFaults` says so.
 */

/** The members of a visit that decide its response time. */
export interface ClockedVisit {
  id: number;
  time: string;
  showing: 'True';
  kind?: unknown;
  reported?: unknown;
  arrived?: unknown;
  /** The ids of the faults that the visit answers. */
  answers?: unknown;
}

/** A fault that was reported for a site. Times have the format of a task's time. */
export interface ReportedFault {
  id: number;
  /** When the report arrived, or when somebody called the office. */
  reported_at: string;
  /** When the report was written, if it waited on the device without a connection. */
  noticed_at?: string | null;
  /** When and how the office closed it without a visit. */
  closed?: { at: string; as: Closing } | null;
}

/** The data of a site that decide its response times. */
export interface ClockedSite<Visit extends ClockedVisit = ClockedVisit> {
  promises: PromiseHistory;
  /** The end of the contract in the site's record. A text that is not a date counts as no end. */
  contractEnd: string | null;
  /** All faults of the site; null when they are not known. */
  faults: readonly ReportedFault[] | null;
  visits: readonly (Visit | HiddenTask)[];
}

/** The data for the response times, from a site's record and its faults. @param faults null when they are not known */
export function clockOf<Visit extends ClockedVisit>(
  record: PromiseColumns & { contract_until: string | null; tasks2024: readonly (Visit | HiddenTask)[] },
  faults: readonly ReportedFault[] | null,
): ClockedSite<Visit> {
  const { contract_until: contractEnd, tasks2024: visits } = record;
  return { promises: promisesOf(record), contractEnd, faults, visits };
}

/** `unrecorded`: the start or the arrival is missing, or the arrival is before the start. `no-contract`: the start is after the contract's end. */
export type ResponseState = 'within' | 'late' | 'no-promise' | 'unrecorded' | 'no-contract';

export interface CallResponse<Visit extends ClockedVisit = ClockedVisit> {
  visit: Visit;
  /** When the response time starts, in the format of a task's time; null when no report time is known. */
  start: string | null;
  /** When the first of its faults was noticed, if that was before the start; otherwise null. */
  noticed: string | null;
  /** Whole minutes from the start to the arrival, rounded down; null when they are not recorded. */
  minutes: number | null;
  /** The promised hours on the day of the start; null without a promise. */
  hours: number | null;
  state: ResponseState;
  /** Whether it counts as one of the agreed calls of the contract. */
  isCall: boolean;
}

export interface ResponseFigures<Visit extends ClockedVisit = ClockedVisit> {
  /** Oldest arrival first. */
  responses: readonly CallResponse<Visit>[];
  /** How many responses were in time. */
  within: number;
  /** How many responses were late, including faults that were closed late without a visit or are open beyond the promise. */
  late: number;
  /** `within` and `late` together. */
  promised: number;
  /** The promised hours of all that `promised` counts; null when they differ, and when there are none. */
  hours: number | null;
  unrecorded: number;
  noContract: number;
  /** How many responses have minutes. */
  recorded: number;
  /** The median of these minutes, rounded down; null without any. */
  median: number | null;
  /** The longest of these minutes; null without any. */
  longest: number | null;
  /** How many agreed calls were used. */
  calls: number;
  /** How many faults were closed without a visit, as settled or not ours. */
  settled: number;
  /** How many of `late` are faults without a visit: open beyond the promise, or closed late. */
  lateFaults: number;
  /** The faults are not known, so the figures are without them. */
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

/** Whole minutes from one instant to another, rounded down; null when one is NaN, or the end is before the start. */
export function wholeMinutes(start: number, end: number): number | null {
  const minutes = Math.floor((end - start) / minuteMs);
  return minutes >= 0 ? minutes : null;
}

/** The earliest of some instants; NaN for none. */
const earliest = (instants: readonly number[]) => {
  const knownInstants = instants.filter((instant) => !Number.isNaN(instant));
  return knownInstants.length === 0 ? Number.NaN : Math.min(...knownInstants);
};

/** Whole minutes from a visit's report to its arrival, rounded down; null when one of them is missing. */
export function minutesToArrival(visit: { reported?: unknown; arrived?: unknown }): number | null {
  return wholeMinutes(statedInstant(visit.reported), statedInstant(visit.arrived));
}

/** The ids of the faults that a visit answers. */
function answersOf({ answers }: ClockedVisit): readonly number[] {
  return Array.isArray(answers) ? answers.filter((id) => typeof id === 'number') : [];
}

const arrivalOf = (visit: ClockedVisit) => {
  const arrived = statedInstant(visit.arrived);
  return Number.isNaN(arrived) ? Date.parse(visit.time) : arrived;
};

/** The faults that the office did not close as `not-a-fault`. */
const realFaults = (faults: readonly ReportedFault[] | null) =>
  (faults ?? []).filter(({ closed }) => closed?.as !== 'not-a-fault');

/** The faults that no visit answered, without duplicates, which count nowhere (`countsNowhere`). */
const unansweredFaults = (faults: readonly ReportedFault[] | null, answered: ReadonlySet<number>) =>
  realFaults(faults).filter(({ id, closed }) => closed?.as !== 'double' && !answered.has(id));

type Terms = Pick<ClockedSite, 'promises' | 'contractEnd'>;

/** The promised hours on a day, null without a promise; and whether the contract was over. */
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
  const promiseState = hours === null ? 'no-promise' : isWithin(minutes ?? 0, hours) ? 'within' : 'late';
  return {
    visit,
    start: stampOf(start),
    noticed: noticed < start ? stampOf(noticed) : null,
    minutes,
    hours,
    state: isOver ? 'no-contract' : minutes === null ? 'unrecorded' : promiseState,
    isCall: visit.kind === 'emergency' && !isOver,
  };
}

/**
 * All responses of a site, oldest arrival first, and the ids of the faults that they answer. A return visit, which answers only faults that
 * were answered before, is no response.
 */
function allResponses<Visit extends ClockedVisit>(
  site: ClockedSite<Visit>,
): { responses: CallResponse<Visit>[]; answered: ReadonlySet<number> } {
  const faultsById = new Map(realFaults(site.faults).map((fault) => [fault.id, fault]));
  const answered = new Set<number>();
  const responses: CallResponse<Visit>[] = [];
  const visits = site.visits
    .filter((visit): visit is Visit => visit.showing === 'True')
    .filter((visit) => site.faults !== null || answersOf(visit).length === 0)
    .map((visit) => ({ visit, answers: answersOf(visit).filter((id) => faultsById.has(id)) }))
    .filter(({ visit, answers }) => visit.kind === 'emergency' || answers.length > 0)
    .toSorted((a, b) => arrivalOf(a.visit) - arrivalOf(b.visit) || a.visit.id - b.visit.id);
  for (const { visit, answers } of visits) {
    const newAnswers = answers.filter((id) => !answered.has(id));
    if (answers.length > 0 && newAnswers.length === 0) continue;
    for (const id of newAnswers) answered.add(id);
    responses.push(
      respond(
        visit,
        newAnswers.flatMap((id) => faultsById.get(id) ?? []),
        site,
      ),
    );
  }
  return { responses, answered };
}

/** The responses of a site, by the id of the visit. */
export function responsesByVisit<Visit extends ClockedVisit>(
  site: ClockedSite<Visit>,
): ReadonlyMap<number, CallResponse<Visit>> {
  return new Map(allResponses(site).responses.map((response) => [response.visit.id, response]));
}

/** The response of a visit; null when the visit is no response. */
export function responseOf<Visit extends ClockedVisit>(
  visit: ClockedVisit,
  site: ClockedSite<Visit>,
): CallResponse<Visit> | null {
  return allResponses(site).responses.find((response) => response.visit.id === visit.id) ?? null;
}

/** The promised hours of each fault without a visit that was closed late on one of the days, or is open beyond the promise now. */
function promisesOfLateFaults(faults: readonly ReportedFault[], days: ClockedDays, now: Date, site: Terms): number[] {
  return faults.flatMap(({ reported_at, closed }) => {
    const start = statedInstant(reported_at);
    const end = closed ? statedInstant(closed.at) : now.getTime();
    const minutes = wholeMinutes(start, end);
    if (minutes === null || !isIn(days, end)) return [];
    const { hours } = termsOn(dayOf(start), site);
    return hours === null || isWithin(minutes, hours) ? [] : [hours];
  });
}

/** Whether the days had no call-out. False when the faults are not known. */
export function hadNoCallOut({ responses, promised, settled, withoutFaults }: ResponseFigures): boolean {
  return responses.length === 0 && promised === 0 && settled === 0 && !withoutFaults;
}

function medianOf(sorted: readonly number[]): number | null {
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? null : Math.floor((lower + upper) / 2);
}

/**
 * The response figures of a site for some days. A response counts on the day of its visit's `time`, a fault that was closed without a visit on
 * the day of its closing, and an open fault today.
 * @param now decides which open faults are late
 */
export function responseFigures<Visit extends ClockedVisit>({
  days,
  now,
  ...site
}: ClockedSite<Visit> & { days: ClockedDays; now: Date }): ResponseFigures<Visit> {
  const { responses: allOfSite, answered } = allResponses(site);
  const responses = allOfSite.filter(({ visit }) => isIn(days, Date.parse(visit.time)));
  const inState = (state: ResponseState) => responses.filter((response) => response.state === state);
  const unanswered = unansweredFaults(site.faults, answered);
  const latePromises = promisesOfLateFaults(unanswered, days, now, site);
  const [within, late] = [inState('within'), inState('late')];
  const promises = new Set([...[...within, ...late].map(({ hours }) => hours), ...latePromises]);
  const [promise = null] = promises;
  const minutes = responses.flatMap((response) => response.minutes ?? []).toSorted((a, b) => a - b);
  return {
    responses,
    within: within.length,
    late: late.length + latePromises.length,
    promised: within.length + late.length + latePromises.length,
    hours: promises.size === 1 ? promise : null,
    unrecorded: inState('unrecorded').length,
    noContract: inState('no-contract').length,
    recorded: minutes.length,
    median: medianOf(minutes),
    longest: minutes.at(-1) ?? null,
    calls: responses.filter(({ isCall }) => isCall).length,
    settled: unanswered.filter(({ closed }) => closed && isIn(days, statedInstant(closed.at))).length,
    lateFaults: latePromises.length,
    withoutFaults: site.faults === null,
  };
}

// The year of the agreed calls

export interface CallYear extends ClockedDays {
  /** Whether it is a contract year; otherwise it is a calendar year. */
  isContract: boolean;
}

/** The day in a year on which a contract year ends. If the contract ends on the last day of February, so does each contract year. */
function anniversary(end: string, year: number): string {
  const [endYear = 0, month = 0, day = 0] = end.split('-').map(Number);
  return isoDay({ year, month, day: day === daysIn(endYear, month) ? daysIn(year, month) : day });
}

const dayAfter = (day: string) => isoDay(dayAt((dayNumber(day) + 1) * dayMs));

/**
 * The twelve months whose calls are counted for a year. A contract year ends on the anniversary of the contract's end. For the current year,
 * it is the contract year that contains today, or the last one if the contract has ended in this year. For another year, it is the contract
 * year that ended in it. Without an end of the contract, it is the calendar year. Null when the contract had ended before.
 * @param contractEnd the end of the contract in the site's record
 */
export function callYear(contractEnd: string | null, year: number, now: Date): CallYear | null {
  const end = contractDay(contractEnd ?? '');
  if (end === null) return { from: `${year}-01-01`, to: `${year}-12-31`, isContract: false };
  const today = siteStamp(now).slice(0, 10);
  const endInYear = anniversary(end, year);
  const lastYear = year === siteYear(now) && endInYear < today && today <= end ? year + 1 : year;
  const to = anniversary(end, lastYear);
  if (to > end) return null;
  return { from: dayAfter(anniversary(end, lastYear - 1)), to, isContract: true };
}

export interface CallsUsed extends CallYear {
  used: number;
  /** The agreed number of calls; null when no limit is agreed. */
  agreed: number | null;
}

/**
 * The used calls of the months of `callYear`, and the number agreed on their last day, or today if that is earlier. Null without a contract
 * in the year.
 */
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
  /** How many agreed calls are used; null without a contract in the year. */
  calls: CallsUsed | null;
}

/** The figures of a year's call-outs for profile and papers. `response` is for the calendar year, `calls` for the months of `callYear`. */
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
