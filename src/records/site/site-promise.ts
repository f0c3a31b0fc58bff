import * as v from 'valibot';
import { isoDay, dayAt, dayMs } from '../../lib/calendar/day.ts';
import { t } from '../../lib/language/translate.ts';
import { plainList } from '../counted.ts';
import { readWholeNumber } from '../whole-number.ts';

/*
 * The promise to a site about emergency calls (`decisions §14`): the response time in hours, and the number of calls in a contract year. The
 * columns of the site have the latest promise; `promised_before` has each earlier promise with its last day. So a new promise does not change
 * figures of the past, unless a person says that the earlier promise was wrong.
 */

export interface SitePromise {
  /** The response time, from 0.25 to 720 hours; null when none is agreed. */
  hours: number | null;
  /** The calls in a contract year, from 1 to 366; null when no limit is agreed. */
  calls: number | null;
}

const earlierPromise = v.object({
  /** The last day of the promise, such as `2026-06-30`. */
  until: v.pipe(v.string(), v.isoDate()),
  hours: v.nullable(v.number()),
  calls: v.nullable(v.number()),
});
export type EarlierPromise = v.InferOutput<typeof earlierPromise>;

/** The latest promise to a site, and the earlier promises in chronological order. */
export interface PromiseHistory extends SitePromise {
  before: readonly EarlierPromise[];
}

/** The column `promised_before`; absent in copies of an older release. */
export const promisedBeforeSchema = v.optional(v.nullable(v.array(earlierPromise)), null);

/** The columns that hold a promise. */
export interface PromiseColumns {
  response_hours: number | null;
  emergency_calls_a_year: number | null;
  promised_before: EarlierPromise[] | null;
}

/** The promises of a site's record. */
export function promisesOf({
  response_hours: hours,
  emergency_calls_a_year: calls,
  promised_before: before,
}: PromiseColumns): PromiseHistory {
  return { hours, calls, before: before ?? [] };
}

/** The promise on a day, such as `2026-06-30`. */
export function promiseOn({ before, hours, calls }: PromiseHistory, day: string): SitePromise {
  return before.find(({ until }) => day <= until) ?? { hours, calls };
}

const promiseColumns: readonly string[] = [
  'response_hours',
  'emergency_calls_a_year',
] satisfies (keyof PromiseColumns)[];

/** Whether a column of a site is part of its promise. */
export function isPromiseColumn(column: string): boolean {
  return promiseColumns.includes(column);
}

/** Whether a site has a promise, or had one before. */
export function hasPromised(site: PromiseColumns): boolean {
  const { hours, calls, before } = promisesOf(site);
  return hours !== null || calls !== null || before.length > 0;
}

/** The first day of a changed promise, such as `2026-07-01`; `always` if the earlier promise was wrong, or there was none. */
export type PromiseStart = string;

/** The most earlier promises that a site's record may have. */
const maxEarlier = 20;

/**
 * The earlier promises of a site whose promise changes on a day. The promise of the day before is added, in place of the promises that end on
 * that day before or later. Null when no promise is earlier. The database refuses more earlier promises than `hasPlaceFor` allows.
 */
export function promisesFrom(site: PromiseColumns, from: PromiseStart): EarlierPromise[] | null {
  if (from === 'always') return null;
  const promises = promisesOf(site);
  const until = isoDay(dayAt(Date.parse(`${from}T00:00:00Z`) - dayMs));
  const { hours, calls } = promiseOn(promises, until);
  return [...promises.before.filter((earlier) => earlier.until < until), { until, hours, calls }];
}

/** Whether a site's record has room for another promise. The oldest cannot be dropped, because the next promise would then apply to its days. */
export function hasPlaceFor(site: PromiseColumns, from: PromiseStart): boolean {
  return (promisesFrom(site, from) ?? []).length <= maxEarlier;
}

/** The hours of each unit, by a pattern that matches its words; no unit means hours. */
const units: readonly [RegExp, number][] = [
  [/^(?:h|hrs?|hours?|jam|小时|小時|个小时|時)?$/u, 1],
  [/^(?:m|min|mins|minutes?|minit|分钟|分鐘|分)$/u, 1 / 60],
  [/^(?:days?|hari|天|日)$/u, 24],
];

/** Reads typed hours from 0.25 to 720, such as `3`, `2.5`, `2,5`, `3 jam` and `30 min`, to the hundredth; null for anything else. */
export function readHours(typed: string): number | null {
  const [, digits = '', unit = ''] =
    /^(\d{1,4}(?:[.,]\d{1,2})?)\s*(\D*)$/u.exec(typed.normalize('NFKC').trim().toLowerCase()) ?? [];
  const factor = units.find(([words]) => words.test(unit))?.[1];
  const hours = Math.round(Number(digits.replace(',', '.')) * (factor ?? Number.NaN) * 100) / 100;
  return digits !== '' && hours >= 0.25 && hours <= 720 ? hours : null;
}

/** Reads a typed number of calls from 1 to 366; null for anything else. */
export function readCalls(typed: string): number | null {
  const calls = readWholeNumber(typed)?.number ?? 0;
  return calls >= 1 && calls <= 366 ? calls : null;
}

/** The whole minutes of promised hours. Hours are stored with two decimals, so 0.33 hours are 20 minutes. */
export function promisedMinutes(hours: number): number {
  return Math.round(hours * 60);
}

/** `within 3 hours`, `within 30 minutes` */
export function withinText(hours: number): string {
  return hours < 1
    ? t('within {minutes, plural, one {# minute} other {# minutes}}', { minutes: promisedMinutes(hours) })
    : t('within {hours, plural, one {# hour} other {# hours}}', { hours });
}

/** `6 per year, within 3 hours`; null without a promise. */
export function promiseText({ hours, calls }: SitePromise): string | null {
  const parts = [calls !== null && t('{amount} per year', { amount: calls }), hours !== null && withinText(hours)];
  const present = parts.filter((part) => part !== false);
  return present.length === 0 ? null : plainList(present);
}
